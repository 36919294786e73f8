using System.Text;
using Syncopate.Load;
using Syncopate.Load.Http1;
using Syncopate.Load.Tallying;
using Xunit;
using static Syncopate.Tests.Load.ResponseExamples;

namespace Syncopate.Tests.Load;

public sealed class ResponseReaderTests
{
    [Theory]
    [MemberData(nameof(GoodAnswers), MemberType = typeof(ResponseExamples))]
    public void A_good_answer_is_read_to_its_end(int status, int bodyBytes, bool keepsConnection, string answer)
    {
        ResponseReader reader = Read(Bytes(answer));

        Assert.True(reader.Done);
        Assert.Equal(status is >= 200 and < 300 ? null : Findings.Status(status), reader.Finding);
        Assert.Equal((status, bodyBytes, keepsConnection), (reader.Status, reader.BodyBytes, reader.KeepsConnection));
    }

    [Theory]
    [MemberData(nameof(BadAnswers), MemberType = typeof(ResponseExamples))]
    public void A_bad_answer_is_named_as_soon_as_it_shows(string finding, string answer)
    {
        ResponseReader reader = Read(Bytes(answer));

        Assert.True(reader.Done);
        Assert.Equal(finding, reader.Finding);
        Assert.True(reader.Broken);
        Assert.False(reader.KeepsConnection);
    }

    [Fact]
    public void Where_an_answer_is_cut_does_not_matter()
    {
        // Surplus bytes are seen only when they come with the end of the answer, so there it does matter.
        foreach (byte[] answer in All.Select(Bytes).Where(answer => Read(answer).Finding != Findings.SurplusBytes))
        {
            ResponseReader whole = Read(answer);
            for (int cut = 0; cut <= answer.Length; cut++)
                AssertSame(whole, Read(answer[..cut], answer[cut..]));
        }
    }

    [Fact]
    public void An_answer_that_comes_byte_by_byte_is_the_same()
    {
        foreach (byte[] answer in All.Select(Bytes).Where(answer => Read(answer).Finding != Findings.SurplusBytes))
            AssertSame(Read(answer), Read([.. answer.Select(letter => new[] { letter })]));
    }

    [Fact]
    public void A_good_answer_that_ends_early_is_cut_short()
    {
        foreach (byte[] answer in GoodAnswers.Select(row => Bytes(row.Data.Item4)))
        {
            for (int cut = 1; cut < answer.Length; cut++)
            {
                ResponseReader reader = Read(answer[..cut]);
                Assert.False(reader.Done);

                reader.End();

                Assert.Equal((true, Findings.CutShort, false), (reader.Done, reader.Finding, reader.KeepsConnection));
            }
        }
    }

    [Fact]
    public void A_connection_that_closes_instead_of_answering_is_closed_not_cut_short()
    {
        ResponseReader reader = Read();

        reader.End();

        Assert.Equal(Findings.ConnectionClosed, reader.Finding);
    }

    [Theory]
    [InlineData("HTTP/1.1 200 OK\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nConnection: keep-alive\r\n\r\n")]
    [InlineData("HTTP/1.0 200 OK\r\n\r\n")]
    public void An_answer_without_a_length_ends_with_the_connection(string head)
    {
        ResponseReader reader = Read(Bytes(head + "hello"), Bytes(" again"));
        Assert.False(reader.Done);

        reader.End();

        Assert.True(reader.Done);
        Assert.Null(reader.Finding);
        Assert.Equal(11, reader.BodyBytes);
        Assert.False(reader.KeepsConnection);
    }

    [Fact]
    public void A_reader_forgets_the_answer_before()
    {
        ResponseReader reader =
            Read(Bytes("HTTP/1.1 503 X\r\nConnection: close\r\nServer-Timing: a;dur=1\r\nContent-Length: 5\r\n\r\nhello!"));

        reader.Start(ExpectedStatuses.Success);
        reader.Read("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"u8);

        AssertSame(Read(Bytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")), reader);
    }

    [Theory]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\n\r\n")]
    public void The_answer_to_HEAD_ends_with_its_head(string answer)
    {
        ResponseReader reader = new(HeaderLimit, BodyLimit);
        reader.Start(ExpectedStatuses.Success, bodyless: true);

        reader.Read(Bytes(answer));

        Assert.Null(reader.Finding);
        Assert.Equal((true, 0, true), (reader.Done, reader.BodyBytes, reader.KeepsConnection));
    }

    /// <summary>A head that came and a body that does not end is told from a server that never answered.</summary>
    [Fact]
    public void A_body_lasts_from_the_end_of_the_head_to_its_own()
    {
        string[] parts = ["HTTP/1.1 200 OK\r\n", "Transfer-Encoding: chunked\r\n", "\r\n", "5\r\n", "hello", "\r\n", "0\r\n", "\r\n"];
        ResponseReader reader = new(HeaderLimit, BodyLimit);
        reader.Start(ExpectedStatuses.Success);
        List<bool> found = [reader.IsInBody];

        foreach (string part in parts)
        {
            reader.Read(Bytes(part));
            found.Add(reader.IsInBody);
        }

        Assert.Equal([false, false, false, true, true, true, true, true, false], found);
    }

    [Fact]
    public void A_server_that_closes_after_a_whole_answer_takes_nothing_from_it()
    {
        ResponseReader reader = Read(Bytes(ScriptedServer.Good));

        reader.End();

        Assert.Null(reader.Finding);
        Assert.Equal((true, false), (reader.Done, reader.Broken));
    }

    [Fact]
    public void All_server_timing_fields_of_the_final_head_are_kept()
    {
        ResponseReader reader = Read(Bytes(
            "HTTP/1.1 103 Early Hints\r\nServer-Timing: early\r\n\r\n" +
            "HTTP/1.1 200 OK\r\nServer-Timing: a;dur=1\r\nserver-timing: b;dur=2, c\r\nContent-Length: 0\r\n\r\n"));

        Assert.Equal("a;dur=1,b;dur=2, c", Encoding.ASCII.GetString(reader.Timing));
    }

    [Fact]
    public void Server_timing_that_does_not_fit_is_left_out()
    {
        ResponseReader reader = new(headerLimitBytes: 10_000, bodyLimitBytes: 0);
        reader.Start(ExpectedStatuses.Success);

        reader.Read(
            Bytes(
                $"HTTP/1.1 200 OK\r\nServer-Timing: a\r\nServer-Timing: {new string('b', TraceStore.TimingLimitBytes)}\r\nServer-Timing: c\r\nContent-Length: 0\r\n\r\n"));

        Assert.Null(reader.Finding);
        Assert.Equal("a,c", Encoding.ASCII.GetString(reader.Timing));
    }

    private static void AssertSame(ResponseReader expected, ResponseReader actual)
    {
        Assert.Equal(
            (expected.Done, expected.Finding, expected.Broken, expected.Status, expected.KeepsConnection),
            (actual.Done, actual.Finding, actual.Broken, actual.Status, actual.KeepsConnection));
        Assert.Equal(Encoding.Latin1.GetString(expected.Timing), Encoding.Latin1.GetString(actual.Timing));
        if (!expected.Broken)
            Assert.Equal(expected.BodyBytes, actual.BodyBytes); // How much of a refused body was seen does depend on the cut.
    }
}
