using System.Text;
using Syncopate.Load;
using Syncopate.Load.Http1;
using Syncopate.Load.Tallying;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>The last answer that is within each bound of the reader, and the first that is not.</summary>
public sealed class ResponseLimitsTests
{
    private const int HeaderLimit = 1_000;
    private const int BodyLimit = 5_000;
    private const string Head = "HTTP/1.1 200 OK\r\n";
    private const string Chunked = Head + "Transfer-Encoding: chunked\r\n\r\n";
    private const string LastChunk = "0\r\n\r\n";

    [Theory]
    [InlineData(HeaderLimit, null)]
    [InlineData(HeaderLimit + 1, Findings.HeaderTooLarge)]
    public void A_head_has_so_many_bytes(int bytes, string? finding)
    {
        const string Rest = "\r\nContent-Length: 0\r\n\r\n";
        string head = $"{Head}X: ".PadRight(bytes - Rest.Length, 'x') + Rest;
        Assert.Equal(bytes, head.Length);

        Assert.Equal(finding, Read(head).Finding);
    }

    [Theory]
    [InlineData(HeaderLimit, null)]
    [InlineData(HeaderLimit + 1, Findings.HeaderTooLarge)]
    public void Trailers_count_with_the_head(int bytes, string? finding)
    {
        string trailer = "X: ".PadRight(bytes - Chunked.Length - "\r\n\r\n".Length, 'x');

        Assert.Equal(finding, Read($"{Chunked}0\r\n{trailer}\r\n\r\n").Finding);
    }

    [Theory]
    [InlineData(BodyLimit, null)]
    [InlineData(BodyLimit + 1, Findings.BodyTooLarge)]
    public void A_body_has_so_many_bytes_however_its_end_is_said(int bytes, string? finding)
    {
        string body = new('x', bytes);
        string half = new('x', BodyLimit / 2);
        string rest = new('x', bytes - half.Length);

        ResponseReader known = Read(FormattableString.Invariant($"{Head}Content-Length: {bytes}\r\n\r\n{body}"));
        ResponseReader chunked = Read($"{Chunked}{Chunk(half)}{Chunk(rest)}{LastChunk}");
        ResponseReader untilClose = Read($"{Head}\r\n{body}");
        untilClose.End();

        Assert.Equal((finding, finding, finding), (known.Finding, chunked.Finding, untilClose.Finding));
        if (finding is null)
            Assert.Equal((bytes, bytes, bytes), (known.BodyBytes, chunked.BodyBytes, untilClose.BodyBytes));
    }

    [Theory]
    [InlineData(1_024, null)]
    [InlineData(1_025, Findings.BadChunk)]
    public void The_line_of_a_chunk_has_so_many_bytes(int bytes, string? finding)
    {
        string line = "1;".PadRight(bytes - 2, 'x');

        Assert.Equal(finding, Read($"{Chunked}{line}\r\nx\r\n{LastChunk}").Finding);
    }

    [Theory]
    [InlineData(15, null)]
    [InlineData(16, Findings.BadChunk)]
    public void The_size_of_a_chunk_has_so_many_digits(int digits, string? finding) =>
        Assert.Equal(finding, Read($"{Chunked}{"1".PadLeft(digits, '0')}\r\nx\r\n{LastChunk}").Finding);

    [Theory]
    [InlineData(TraceStore.TimingLimitBytes - 2, true)]
    [InlineData(TraceStore.TimingLimitBytes - 1, false)]
    public void A_second_Server_Timing_is_kept_while_there_is_room_for_it_and_the_comma(int bytes, bool isKept)
    {
        string second = new('b', bytes);
        ResponseReader reader = Read(
            $"{Head}Server-Timing: a\r\nServer-Timing: {second}\r\nContent-Length: 0\r\n\r\n", headerLimit: 10_000);

        Assert.Null(reader.Finding);
        Assert.Equal(isKept ? $"a,{second}" : "a", Encoding.ASCII.GetString(reader.Timing));
    }

    [Fact]
    public void A_first_Server_Timing_may_take_all_the_room()
    {
        string value = new('a', TraceStore.TimingLimitBytes);

        ResponseReader reader = Read($"{Head}Server-Timing: {value}\r\nContent-Length: 0\r\n\r\n", headerLimit: 10_000);

        Assert.Equal(value, Encoding.ASCII.GetString(reader.Timing));
    }

    private static string Chunk(string body) => FormattableString.Invariant($"{body.Length:x}\r\n{body}\r\n");

    private static ResponseReader Read(string answer, int headerLimit = HeaderLimit)
    {
        ResponseReader reader = new(headerLimit, BodyLimit);
        reader.Start(ExpectedStatuses.Success);
        reader.Read(Encoding.ASCII.GetBytes(answer));
        return reader;
    }
}
