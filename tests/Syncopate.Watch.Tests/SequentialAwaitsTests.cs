using Syncopate.Watch.Awaits;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>Which awaits are pointed out, from calls with times written by hand.</summary>
public sealed class SequentialAwaitsTests
{
    [Theory]
    [InlineData("Shop.LoadAsync", 40, "40")] // 90 ms one after the other, 50 beside each other.
    [InlineData("Shop.LoadAsync", 60, null)] // They overlap.
    [InlineData("Shop.LoadAsync", 0.5, null)] // Too short to be worth a word.
    [InlineData("Task.Yield", 40, null)] // The wait for a thread of a busy pool, which nothing can overlap.
    public void Awaits_that_follow_each_other_are_pointed_out_where_they_might_overlap(string first, double until, string? gain)
    {
        CallTrace call = new("Pay") { IsMethod = true, Machine = new StateMachine("Pay", "Shop.PayAsync", null, null, []), Start = 0, End = 100 };
        CallTrace one = new(first) { Parent = call, Start = 0, End = until };
        CallTrace other = new("Shop.SaveAsync") { Parent = call, Start = 40, End = 90 };
        call.Waits.AddRange([new CallWait(0) { To = until, On = one }, new CallWait(40) { To = 90, On = other }]);

        IReadOnlyList<AsyncFinding> findings = SequentialAwaits.Find([call, one, other]);

        Assert.Equal(gain is null ? [] : [gain], findings.Select(found => FormattableString.Invariant($"{found.NowMilliseconds - found.PossibleMilliseconds}")));
    }

    [Theory]
    [InlineData("DbCommand.ExecuteReaderAsync", "NpgsqlCommand.ExecuteNonQueryAsync", "connection or DbContext")]
    [InlineData("<ExecuteReader>d__119", "<ExecuteNonQuery>d__105", "connection or DbContext")] // As a burst tells them.
    [InlineData("EntityFrameworkQueryableExtensions.ToListAsync", "DbContext.SaveChangesAsync", "connection or DbContext")]
    [InlineData("SqlMapper.QueryAsync", "SqlMapper.QueryFirstOrDefaultAsync", "connection or DbContext")]
    [InlineData("NpgsqlDataSource.OpenConnectionAsync", "DbCommand.ExecuteScalarAsync", null)] // What is opened is used.
    [InlineData("<OpenAsync>d__12", "<ExecuteScalar>d__3", null)]
    [InlineData("SqlConnection.OpenAsync", "HttpClient.GetAsync", "")]
    [InlineData("DbCommand.PrepareAsync", "DbCommand.ExecuteReaderAsync", "connection or DbContext")]
    [InlineData("SmtpClient.SendMailAsync", "SmtpClient.SendMailAsync", null)]
    [InlineData("Socket.ConnectAsync", "Socket.SendAsync", null)]
    [InlineData("SemaphoreSlim.WaitAsync", "Shop.SaveAsync", null)] // It waits for its turn to save.
    [InlineData("<WaitUntilCountOrTimeoutAsync>d__32", "Shop.SaveAsync", null)]
    [InlineData("TokenBucketRateLimiter.AcquireAsync", "HttpClient.GetAsync", null)]
    [InlineData(null, "Shop.SaveAsync", null)] // As SemaphoreSlim.WaitAsync without a limit of time is told.
    [InlineData("HttpResponseWritingExtensions.WriteAsync", "HttpResponseWritingExtensions.WriteAsync", null)]
    [InlineData("<WriteAsync>d__2", "<FlushAsyncAwaited>d__9", null)]
    [InlineData("SslStream.ReadAsync", "NetworkStream.WriteAsync", null)]
    [InlineData("StreamReader.ReadLineAsync", "StreamWriter.WriteLineAsync", null)]
    [InlineData("Socket.SendAsync", "Socket.ReceiveAsync", null)]
    [InlineData("WebSocket.SendAsync", "WebSocket.ReceiveAsync", null)]
    [InlineData("HttpClient.SendAsync", "HttpClient.GetStringAsync", "")]
    [InlineData("File.ReadAllTextAsync", "File.WriteAllBytesAsync", "")]
    [InlineData("HttpRequest.ReadFormAsync", "Task.Delay", "")]
    [InlineData("Stream.CopyToAsync", "Task.Delay", "")] // A stream and something else.
    public void Work_on_one_object_that_takes_one_operation_at_a_time_is_no_advice_without_that_condition(
        string? first, string second, string? of)
    {
        IReadOnlyList<AsyncFinding> findings = SequentialAwaits.Find(Sequence(new CallTrace(first), new CallTrace(second)));

        AsyncFinding? finding = findings.SingleOrDefault();
        Assert.Equal(of is null, finding is null);
        Assert.Equal(of is { Length: > 0 }, finding?.Sentence.Contains("takes one operation at a time", StringComparison.Ordinal) ?? false);
        Assert.Contains(of ?? "", finding?.Sentence ?? "", StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("<ExecuteReader>d__119", "each has a connection or DbContext of its own")]
    [InlineData("DbCommand.ExecuteScalarAsync", "each has a connection or DbContext of its own")]
    [InlineData("HttpResponseWritingExtensions.WriteAsync", "each has a stream or response of its own")]
    [InlineData("<CopyToAsync>d__3", "each has a stream or response of its own")]
    [InlineData("<SendAsync>d__4", "if none needs the result of another;")] // HttpClient's own, in which it reads from its connection.
    [InlineData("<<SendAsync>g__Core|83_0>d", "if none needs the result of another;")]
    [InlineData("HttpClient.GetAsync", "if none needs the result of another;")]
    public void What_methods_of_the_program_do_within_is_seen_too(string inner, string condition)
    {
        CallTrace one = Own("Shop.LoadAsync");
        CallTrace other = Own("Shop.SaveAsync");
        IReadOnlyList<CallTrace> calls = Sequence(one, other);

        AsyncFinding finding = Assert.Single(SequentialAwaits.Find(
        [
            .. calls,
            new CallTrace(inner) { Parent = one, Start = 5, End = 45 },
            new CallTrace(inner) { Parent = other, Start = 55, End = 95 },
        ]));

        Assert.Contains(condition, finding.Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public void A_method_of_the_program_that_is_called_as_those_of_streams_reads_anything() =>
        Assert.DoesNotContain("at a time", Assert.Single(SequentialAwaits.Find(
            Sequence(Own("Shop.ReadAsync"), Own("Shop.WriteAsync")))).Sentence, StringComparison.Ordinal);

    private static CallTrace Own(string name) =>
        new(name) { IsMethod = true, Machine = new StateMachine(name, name, null, null, []) };

    private static IReadOnlyList<CallTrace> Sequence(CallTrace one, CallTrace other)
    {
        CallTrace call = Own("Shop.PayAsync");
        (call.Start, call.End) = (0, 100);
        (one.Parent, one.Start, one.End) = (call, 0, 50);
        (other.Parent, other.Start, other.End) = (call, 50, 100);
        call.Waits.AddRange([new CallWait(0) { To = 50, On = one }, new CallWait(50) { To = 100, On = other }]);
        return [call, one, other];
    }
}
