using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Syncopate.Reporting.Plans;
using Xunit;

namespace Syncopate.Tests.Capacity;

public sealed class PlanAdviceTests
{
    private const string MoreThreads = "More minimum threads, or awaiting, help.";

    private static readonly PlanQuestion Blocking = new()
    {
        Endpoints = [new PlannedEndpoint(new RequestDemand(0.001, 0.1))],
        Cores = 2,
        Users = 40,
        Styles = [WaitStyle.Blocking, WaitStyle.Awaiting],
        Seed = 1,
    };

    [Fact]
    public void More_threads_are_advised_where_threads_are_short() => Assert.Contains(Sentences(Blocking), s => s.EndsWith(MoreThreads, StringComparison.Ordinal));

    [Fact]
    public void More_threads_are_not_advised_where_only_three_times_the_load_would_queue() =>
        Assert.DoesNotContain(Sentences(Blocking with { MinimumThreads = 60 }), s => s.EndsWith(MoreThreads, StringComparison.Ordinal));

    [Fact]
    public void More_threads_are_not_advised_where_requests_queue_for_cores()
    {
        // 20 ms of computing for each of 60 users, and threads for all of them: the queue is for cores, in every form.
        PlanQuestion computing = Blocking with { Users = 60, ThinkSeconds = 0.05, Endpoints = [new PlannedEndpoint(new RequestDemand(0.02, 0.003))], MinimumThreads = 100 };

        Assert.DoesNotContain(Sentences(computing), s => s.EndsWith(MoreThreads, StringComparison.Ordinal));
    }

    [Fact]
    public void Waits_of_which_some_take_longer_than_half_a_second_are_not_called_shorter() =>
        Assert.DoesNotContain(Sentences(Blocking with { Endpoints = [new PlannedEndpoint(0.001, WaitTime.Exponential(0.1))] }), s => s.StartsWith("Each call blocks for less than 500 ms", StringComparison.Ordinal));

    private static IEnumerable<string> Sentences(PlanQuestion question) => PlanAdvice.Sentences(Plans.Small(question));
}
