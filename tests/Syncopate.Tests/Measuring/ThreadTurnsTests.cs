using Syncopate.Running.Machines;
using Xunit;

namespace Syncopate.Tests.Measuring;

[Trait("Judges", "behaviour")]
public sealed class ThreadTurnsTests
{
    [Fact]
    public void Workers_that_ran_are_counted_and_waits_of_all_threads_added_up()
    {
        ThreadTurns before = Turns(("1", "Main", "5 10 3"), ("2", ".NET TP Worker", "5 100 7"), ("3", ".NET TP Worker", "5 100 7"));
        ThreadTurns after = Turns(
            ("1", "Main", "9 15 4"), ("2", ".NET TP Worker", "5 100 7"), ("3", ".NET TP Worker", "9 120 8"),
            ("4", ".NET TP Worker\n", "1 3 1"));

        Assert.Equal(2, after.WorkersSince(before)); // The third, and the fourth, which is new.
        Assert.Equal(5 + 20 + 3, after.WaitedSince(before));
    }

    [Fact]
    public void A_worker_that_its_program_names_anew_is_still_one()
    {
        ThreadTurns before = Turns(("1", "Main", "5 10 3"), ("2", ".NET TP Worker", "5 100 7"), ("3", ".NET TP Worker", "5 100 7"));

        Assert.Equal(2, Turns(("1", "Main", "5 10 3"), ("2", "payments", "6 100 8"), ("3", "payments", "6 100 8")).WorkersSince(before));
    }

    [Fact]
    public void A_thread_that_has_ended_is_in_no_figure()
    {
        ThreadTurns before = Turns(("1", "Main", "5 10 3"), ("2", ".NET TP Worker", "5 100 7"));

        Assert.Equal(0, Turns(("1", "Main", "5 10 3")).WaitedSince(before));
        Assert.Null(Turns(("1", "Main", "5 10 3")).WorkersSince(before));
    }

    [Theory]
    [InlineData("")]
    [InlineData("0 0")]
    [InlineData("x y z")]
    public void Where_the_system_keeps_no_count_there_is_none(string schedule) => Assert.Null(ThreadTurns.Of([("1", "Main", schedule)]));

    [Fact]
    public void A_process_that_is_not_there_has_none() => Assert.Null(ThreadTurns.Read(int.MaxValue));

    private static ThreadTurns Turns(params (string, string, string)[] threads) => Assert.IsType<ThreadTurns>(ThreadTurns.Of(threads));
}
