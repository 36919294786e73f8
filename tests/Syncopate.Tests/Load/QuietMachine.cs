using Xunit;
using Xunit.Sdk;

namespace Syncopate.Tests.Load;

/// <summary>Judges what needs the real clock by what a machine does that has time for it.</summary>
internal static class QuietMachine
{
    private const int Attempts = 5;

    // A stall of 60 ms in a load of 1.3 s moves the mean of what 100 users wait by 5 ms: half of that may pass unseen.
    private const double MostStalled = 0.02;
    private const double MostOfOthers = 0.15;
    private const double MostOfAll = 0.9;

    private static bool IsAlone => Environment.GetEnvironmentVariable("SYNCOPATE_ALONE") == "1";

    /// <summary>Measures and judges again, up to five times, when it failed on a machine that had no time: other programs took more than
    /// 15 % of the processors, or all together, other tests among them, more than 90 %, or threads that were due did not run. After the
    /// last attempt it has failed; only where <c>tests/run-programs</c> runs it again, with no other test beside it, and the machine is
    /// short of time while nothing is done here, it is not judged: other tests would excuse every fault.</summary>
    /// <remarks>The first two cannot be seen where there is no /proc.</remarks>
    public static async Task JudgeAsync(Func<Task> measure)
    {
        for (int attempt = 1; ; attempt++)
        {
            ProcessorUse before = ProcessorUse.Read();
            using StallWatch stalls = new();
            try
            {
                await measure();
                return;
            }
            catch (Exception e) when (IsFailure(e))
            {
                bool wasBusy = stalls.End() > MostStalled | WasBusy(ProcessorUse.Read().Since(before));
                MachineRest rest = attempt == Attempts && IsAlone ? await MachineRest.TakeAsync() : default;
                Judgement judgement = Decide(hasFailed: true, wasBusy, isLast: attempt == Attempts, rest);
                if (judgement == Judgement.NotJudged)
                    Assert.Skip($"Not judged: this machine has no time; {rest.Told}. Failed {Attempts} times, at last so: {e.Message}");
                if (judgement == Judgement.Failed)
                    throw;
                TestContext.Current.TestOutputHelper?.WriteLine($"Attempt {attempt}, on a machine that had no time: {e.Message}");
            }
        }
    }

    /// <summary>What is made of an attempt.</summary>
    /// <param name="hasFailed">Whether it has.</param>
    /// <param name="wasBusy">Whether the machine was, also with what is tested: reason enough to try again, and none to excuse it.</param>
    /// <param name="isLast">Whether there is no further attempt.</param>
    /// <param name="rest">What the machine did while nothing was tested; looked at after the last attempt of one that runs alone.</param>
    internal static Judgement Decide(bool hasFailed, bool wasBusy, bool isLast, MachineRest rest) => (hasFailed, wasBusy, isLast) switch
    {
        (false, _, _) => Judgement.Passed,
        (true, true, false) => Judgement.Again,
        (true, _, true) when rest.IsShortOfTime => Judgement.NotJudged,
        _ => Judgement.Failed,
    };

    // A browser that waited in vain is named by its type's name: most programs of tests do not know Playwright.
    private static bool IsFailure(Exception e) =>
        e is (XunitException or TimeoutException) and not SkipException
        || e.GetType().FullName == "Microsoft.Playwright.PlaywrightException";

    // What this process has started took its time from the measurement, as others did.
    private static bool WasBusy(ProcessorUse used) => used.Whole > 0
        && (used.Busy - used.Own > MostOfOthers * used.Whole || used.Busy > MostOfAll * used.Whole);
}
