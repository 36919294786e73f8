using Syncopate.Histograms;
using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

public sealed class LoadDoubtsTests
{
    [Fact]
    public void A_load_without_a_flaw_has_no_doubts() => Assert.Empty(LoadDoubts.Of(Result(), Request));

    [Fact]
    public void Users_that_were_not_in_flight_are_told()
    {
        Assert.Equal(["little-law"], Codes(Result() with { InFlightShare = 0.97 }));
        Assert.Empty(Codes(Result() with { InFlightShare = 0.98 }));
    }

    /// <summary>"98.0% of the time, not 98% or more" contradicts itself.</summary>
    [Fact]
    public void What_was_missed_by_a_hair_is_not_rounded_to_what_was_asked_for() => Assert.StartsWith(
        "This load is invalid: users had a request in flight for 97.9% of the time, not 98% or more.",
        Assert.Single(LoadDoubts.Of(Result() with { InFlightShare = 0.9797 }, Request)).What,
        StringComparison.Ordinal);

    [Theory]
    [InlineData(0.95, 0)]
    [InlineData(0.2, 0.75)]
    public void A_generator_at_its_limit_is_told_whether_it_worked_or_waited_for_a_processor(double cpu, double waited)
    {
        ThreadUse free = new(1_000, 100, 0, 0);
        ThreadUse busy = new(1_000, (long)(1_000 * cpu), (long)(1_000 * waited), 0);

        Assert.Equal(["generator-limit"], Codes(Result() with { Threads = [free, busy] }));
        Assert.Empty(Codes(Result() with { Threads = [free] }));
    }

    /// <summary>Where the kernel keeps no figures of its scheduler the threads were free, however much they worked.</summary>
    [Fact]
    public void A_generator_whose_threads_nobody_measures_is_judged_by_its_process()
    {
        LoadResult all = Result() with
        {
            Threads = [new ThreadUse(1_000, 0, 0, 0)],
            GeneratorCpuNanoseconds = 1_000_000_000L * Environment.ProcessorCount,
        };

        Assert.Equal(["generator-limit"], Codes(all));
        Assert.Empty(Codes(all with { GeneratorCpuNanoseconds = 400_000_000L * Environment.ProcessorCount }));
    }

    [Fact]
    public void A_little_time_that_a_thread_was_free_is_not_told_as_none() => Assert.StartsWith(
        "The generator was the limit: its busiest thread was free for less than 1% of the time, and waited for a processor for 0%.",
        Assert.Single(LoadDoubts.Of(Result() with { Threads = [new ThreadUse(10_000, 9_970, 0, 0)] }, Request)).What,
        StringComparison.Ordinal);

    [Fact]
    public void A_generator_on_the_thread_pool_that_takes_the_servers_processors_is_told()
    {
        LoadResult all = Result() with { Threads = [], GeneratorCpuNanoseconds = 1_000_000_000L * Environment.ProcessorCount };

        Assert.Equal(["generator-limit"], Codes(all));
        Assert.Empty(Codes(all with { GeneratorCpuNanoseconds = 400_000_000L * Environment.ProcessorCount }));
    }

    [Fact]
    public void A_generator_that_just_keeps_its_limits_is_not_doubted()
    {
        Assert.Empty(Codes(Result() with { Threads = [new ThreadUse(1_000, 600, 300, 0)] }));
        long half = 500_000_000L * Environment.ProcessorCount;
        Assert.Empty(Codes(Result() with { Threads = [], GeneratorCpuNanoseconds = half }));
        Assert.Equal(["generator-limit"], Codes(Result() with { Threads = [new ThreadUse(1_000, 601, 300, 0)] }));
    }

    [Theory]
    [InlineData(30_000_000, 10, 1, true)]
    [InlineData(30_000_000, 1, 1, false)] // Nobody waits for another one's answer.
    [InlineData(30_000_000, 10, 0, false)] // Read by the thread pool.
    [InlineData(100_000, 10, 1, false)]
    [InlineData(1_000_000, 1.1, 1, true)]
    [InlineData(999_999, 1.1, 1, false)]
    public void Large_bodies_that_threads_of_the_generator_take_in_by_turns_are_told(long bytes, double inFlight, int threads, bool isTold)
    {
        LoadResult result = Result() with
        {
            BodyBytes = 1_000 * bytes,
            MeanInFlight = inFlight,
            Threads = [.. Enumerable.Repeat(new ThreadUse(1_000, 390, 100, 0), threads)],
        };

        Assert.Equal(isTold, Codes(result).Contains("large-bodies"));
    }

    [Theory]
    [InlineData(0, "No request failed")]
    [InlineData(1, "Look at the errors first")]
    public void Errors_are_blamed_for_idle_users_only_where_there_are_some(int failed, string told)
    {
        Dictionary<string, long> errors = failed > 0 ? new() { [Findings.ConnectionReset] = failed } : [];
        LoadResult result = Result() with { InFlightShare = 0.9, Errors = errors, Started = 1_000 + failed };

        Assert.StartsWith(told, LoadDoubts.Of(result, Request).Single(d => d.Code == "little-law").Try, StringComparison.Ordinal);
    }

    /// <summary>As late as the law of thinking allows: 97.4 and 96.0 % were reported of loads that sent what they should.</summary>
    [Theory]
    [InlineData(0.96, false)]
    [InlineData(0.94, true)]
    public void Users_who_think_are_given_what_a_timer_is_late(double share, bool isDoubt)
    {
        LoadRequest request = new("/", new UsersForTime(10, TimeSpan.FromSeconds(1))) { ThinkTime = TimeSpan.FromMilliseconds(90) };
        LoadResult result = Result() with { Count = 95, Started = 95, LatencySumNanoseconds = 95 * 10e6, InFlightShare = share };

        Assert.Equal(isDoubt, LoadDoubts.Of(result, request).Any(d => d.Code == "little-law"));
    }

    [Fact]
    public void Late_sends_are_told_from_one_in_a_hundred()
    {
        LoadResult result = Result() with { Lateness = Lateness(late: 11), InFlightShare = 0.5 };

        Assert.Equal(["late-sends"], Codes(result));
        Assert.Empty(Codes(result with { Lateness = Lateness(late: 10) }));
    }

    [Fact]
    public void How_late_is_told_by_no_percentile_of_a_few()
    {
        Histogram lateness = new();
        lateness.Record(2_000_000);

        Doubt doubt = LoadDoubts.Of(Result() with { Lateness = lateness }, Request).Single(d => d.Code == "late-sends");

        Assert.EndsWith("(at most 2.0 ms).", doubt.What, StringComparison.Ordinal);
    }

    [Fact]
    public void Waiting_for_room_is_overflow_and_not_lateness() =>
        Assert.Equal(["overflow"], Codes(Result() with { Lateness = Lateness(late: 50), Overflowed = 45 }));

    [Fact]
    public void Want_of_ports_or_files_is_the_generators_own() =>
        Assert.Equal(
            ["generator-resources"], Codes(
                Result() with { Started = 1001, Errors = new Dictionary<string, long> { [Findings.NoFreePort] = 1 } }));

    [Theory]
    [InlineData(1001, 0)]
    [InlineData(1000, 1)]
    [InlineData(999, 0)]
    public void A_load_whose_requests_do_not_add_up_says_so(long started, long unfinished) =>
        Assert.Equal(["books"], Codes(Result() with { Started = started, Unfinished = unfinished }));

    [Fact]
    public void Bytes_that_nobody_asked_for_are_no_request() =>
        Assert.Empty(Codes(Result() with
        {
            UnsolicitedFailures = 2,
            Errors = new Dictionary<string, long> { [Findings.SurplusBytes] = 2 },
        }));

    [Theory]
    [InlineData(95, 0)]
    [InlineData(86, 0)] // 5% of 100, and one of each user.
    [InlineData(84, 1)]
    [InlineData(80, 1)]
    [InlineData(114, 0)]
    [InlineData(116, 1)]
    [InlineData(120, 1)]
    [InlineData(100_000, 1)]
    public void Users_that_think_send_what_users_can_who_think(int answers, int doubts)
    {
        // 10 users for 1 s who think for 90 ms and wait for 10 ms.
        LoadRequest request = new("/", new UsersForTime(10, TimeSpan.FromSeconds(1))) { ThinkTime = TimeSpan.FromMilliseconds(90) };
        LoadResult result = Result() with { Count = answers, Started = answers, LatencySumNanoseconds = answers * 10e6 };

        Assert.Equal(Enumerable.Repeat("think-law", doubts), LoadDoubts.Of(result, request).Select(doubt => doubt.Code));
    }

    /// <summary>A failure is no excuse for a pause left out, and an excuse for a request that was not sent.</summary>
    [Theory]
    [InlineData(40, 5, 0)]
    [InlineData(100, 10, 0)]
    [InlineData(100, 60, 1)]
    [InlineData(10, 100_000, 1)]
    public void Users_that_think_leave_out_no_pause_after_a_failure(int answers, int failures, int doubts)
    {
        // At most 111 pauses of 90 ms.
        LoadRequest request = new("/", new UsersForTime(10, TimeSpan.FromSeconds(1))) { ThinkTime = TimeSpan.FromMilliseconds(90) };
        LoadResult result = Result() with
        {
            Count = answers,
            Started = answers + failures,
            LatencySumNanoseconds = answers * 10e6,
            Errors = new Dictionary<string, long> { [Findings.TimedOut] = failures },
        };

        Assert.Equal(doubts, LoadDoubts.Of(result, request).Count(doubt => doubt.Code == "think-law"));
    }

    [Theory]
    [InlineData(100, 0)]
    [InlineData(30, 0)]
    [InlineData(1000, 1)]
    public void Users_of_a_number_of_requests_think_between_them(int answers, int doubts)
    {
        // 10 users within 1 s who think for 90 ms and wait for 10 ms; the last of them may be alone for a while.
        LoadRequest request = new("/", new UsersTimesLoops(10, answers / 10)) { ThinkTime = TimeSpan.FromMilliseconds(90) };
        LoadResult result = Result() with { Count = answers, Started = answers, LatencySumNanoseconds = answers * 10e6 };

        Assert.Equal(Enumerable.Repeat("think-law", doubts), LoadDoubts.Of(result, request).Select(doubt => doubt.Code));
    }

    [Theory]
    [InlineData(1000, false)]
    [InlineData(999, true)]
    [InlineData(1001, true)]
    public void Requests_that_were_due_and_not_sent_are_told(int sent, bool isDoubt)
    {
        LoadRequest request = new("/", Arrivals.AtRate(1000, TimeSpan.FromSeconds(1)));
        LoadResult result = Result() with { Count = sent, Started = sent, Lateness = Lateness(late: 0) };

        Assert.Equal(isDoubt, LoadDoubts.Of(result, request).Any(doubt => doubt.Code == "rate-law"));
    }

    [Fact]
    public void One_request_that_was_due_was_due_and_not_were()
    {
        LoadRequest request = new("/", Arrivals.AtRate(1, TimeSpan.FromSeconds(1)));
        LoadResult result = Result() with { Count = 2000, Started = 2000, Lateness = Lateness(late: 0) };

        Assert.Contains(LoadDoubts.Of(result, request), doubt =>
            doubt.What == "This load is invalid: 1 request was due, and 2,000 were sent.");
    }

    /// <summary>Slices of the scheduler are of some milliseconds: what lies closer together, while the generator waited
    /// for a processor, is the machine's.</summary>
    [Theory]
    [InlineData(5, 100, false)]
    [InlineData(5, 20, true)] // 2% of its time.
    [InlineData(5, 21, false)]
    [InlineData(5, 0, true)]
    [InlineData(50, 100, true)]
    public void Modes_that_the_scheduler_makes_are_not_the_servers(int second, long waited, bool isDoubt)
    {
        Histogram latencies = new();
        for (int i = 0; i < 2_000; i++)
            latencies.Record((i % 2 == 0 ? 1_000_000 : second * 1_000_000) + i * 50);
        LoadResult result = Result() with { Latencies = latencies, Threads = [new ThreadUse(1_000, 500, waited, 0)] };

        Assert.Equal(isDoubt, Codes(result).Contains("modes"));
    }

    [Fact]
    public void Modes_that_the_scheduler_makes_are_told_as_the_larger_of_them()
    {
        Histogram latencies = Around(1_000_000, 1_000_000, 5_000_000, 5_000_000, 5_000_000, 5_000_000, 5_000_000,
            500_000_000, 500_000_000, 500_000_000);
        LoadResult result = Result() with { Latencies = latencies, Threads = [new ThreadUse(1_000, 500, 100, 0)] };

        Doubt doubt = LoadDoubts.Of(result, Request).Single(d => d.Code == "modes");

        Assert.Matches(@"^The latencies have two modes: [67]\d% around 5(\.\d+)? ms, [23]\d% around 5\d\d(\.\d+)? ms\.$", doubt.What);
    }

    [Fact]
    public void More_than_two_modes_are_told_by_their_number()
    {
        Histogram latencies = Around(1_000_000, 50_000_000, 500_000_000);

        Doubt doubt = LoadDoubts.Of(Result() with { Latencies = latencies }, Request).Single(d => d.Code == "modes");

        Assert.StartsWith("The latencies have 3 modes: ", doubt.What, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(1, "and 1 thread of the generator reads one at a time.")]
    [InlineData(2, "and 2 threads of the generator each read one at a time.")]
    public void Who_reads_large_bodies_is_counted(int threads, string told)
    {
        LoadResult result = Result() with
        {
            BodyBytes = 1_000 * 30_000_000L,
            Threads = [.. Enumerable.Repeat(new ThreadUse(1_000, 390, 100, 0), threads)],
        };

        Assert.EndsWith(told, LoadDoubts.Of(result, Request).Single(d => d.Code == "large-bodies").What, StringComparison.Ordinal);
    }

    /// <summary>Nothing is divided by a time that did not pass: a limit of "NaN%" was no figure.</summary>
    [Fact]
    public void A_load_that_took_no_time_was_at_no_limit()
    {
        LoadResult none = Result() with { EndedTimestamp = 0, GeneratorCpuNanoseconds = 1_000_000_000 };

        Assert.Empty(Codes(none with { Threads = [] }));
        Assert.Empty(Codes(none with { Threads = [new ThreadUse(0, 100, 100, 0)] }));
    }

    private static LoadRequest Request { get; } = new("/", new UsersTimesLoops(10, 100));

    private static IEnumerable<string> Codes(LoadResult result) => LoadDoubts.Of(result, Request).Select(doubt => doubt.Code);

    // As many values from each of these to a tenth above it.
    private static Histogram Around(params long[] nanoseconds)
    {
        Histogram latencies = new();
        for (int i = 0; i < 9_000; i++)
        {
            long from = nanoseconds[i % nanoseconds.Length];
            latencies.Record(from + from / 10 * i / 9_000);
        }

        return latencies;
    }

    private static Histogram Lateness(int late)
    {
        Histogram lateness = new();
        for (int i = 0; i < 1000; i++)
            lateness.Record(i < late ? 2_000_000 : 20_000);
        return lateness;
    }

    private static LoadResult Result() => LoadResults.Of(1000);
}
