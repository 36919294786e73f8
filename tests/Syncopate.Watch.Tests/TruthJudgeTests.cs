using System.Diagnostics;
using Syncopate.Acceptance.WatchTruth;
using Syncopate.EndToEnd.Tests;
using Syncopate.Watch.Starvation;
using Xunit;
using static Syncopate.Acceptance.WatchTruth.TruthClaimKind;

namespace Syncopate.Watch.Tests;

/// <summary>The fence of the verdict finds what is false, and calls nothing else so.</summary>
[Trait("Judges", "behaviour")]
public sealed class TruthJudgeTests
{
    private static readonly TruthProgram Program = new(0, 30,
    [
        new TruthStep(TruthWait.Sleep, 200, 2, TruthHolder.Thread),
        new TruthStep(TruthWait.Lock, 10, 2, TruthHolder.Thread),
        new TruthStep(TruthWait.Compute, 500, 2, TruthHolder.Thread),
    ]);

    // Threads and await gain much.
    private static readonly TruthFigures Starved = new(10, 100, 120, 90, 1, [0.7, 0.1, 0.2]);

    // Neither gains anything.
    private static readonly TruthFigures Limited = new(50, 51, 50, null, 1, [0.1, 0.7, 0.2]);

    private static readonly TruthFigures Calm = new(50, 51, 50, null, 0, [0.7, 0.1, 0.2]);

    public static TheoryData<string, double, string?, string> Claims => new()
    {
        // Kind, value, place; of which program it is false.
        { nameof(Starving), 1, null, "calm" },
        { nameof(Starving), 0, null, "starved" },
        { nameof(Place), 1, "TruthPage.Sleep", "limited" },
        { nameof(Place), 1, "TruthPage.Lock", "starved calm" },
        { nameof(Place), 1, "TruthPage.Compute", "starved limited calm" },
        { nameof(Place), 1, "TruthServer.Tell", "starved limited calm" },
        { nameof(Holder), 1, "TruthPage.Hold", "" },
        { nameof(Holder), 1, "TruthPage.Sleep", "starved limited calm" },
        { nameof(TruthClaimKind.Threads), 1, null, "limited calm" },
        { nameof(TruthClaimKind.Threads), 0, null, "starved" },
        { nameof(Await), 1, null, "limited calm" },
        { nameof(Await), 0, null, "starved" },
        { nameof(Bound), 10, null, "" },
        { nameof(Bound), 5, null, "starved" }, // 9 times as much was done.
    };

    [Theory]
    [MemberData(nameof(Claims))]
    public void A_claim_is_false_where_it_was_measured_to_be(string kind, double value, string? place, string falseOf)
    {
        TruthClaim claim = new(Enum.Parse<TruthClaimKind>(kind), value, place);

        (string Name, TruthFigures Measured)[] programs = [("starved", Starved), ("limited", Limited), ("calm", Calm)];
        Assert.Equal(falseOf, string.Join(' ', programs.Where(p => TruthJudge.IsFalse(claim, Program, p.Measured)).Select(p => p.Name)));
    }

    [Fact]
    public void A_starved_program_of_which_nothing_is_claimed_is_left_open()
    {
        Assert.True(TruthJudge.IsOpen([new(Starving, 1, null), new(Place, 1, "TruthPage.Sleep")], Program, Starved));
        Assert.False(TruthJudge.IsOpen([new(TruthClaimKind.Threads, 1, null)], Program, Starved));
        Assert.False(TruthJudge.IsOpen([], Program, Limited));
    }

    [Theory]
    [InlineData(nameof(Starving))]
    [InlineData(nameof(TruthClaimKind.Threads))]
    [InlineData(nameof(Await))]
    public void A_program_that_only_computes_is_not_starved_however_its_rates_differ(string kind)
    {
        TruthClaim claim = new(Enum.Parse<TruthClaimKind>(kind), 0, null);
        TruthProgram computes = Program with { Steps = [new TruthStep(TruthWait.Compute, 16, 2, TruthHolder.Thread)] };
        TruthFigures measured = new(100, 200, 200, null, 1, [1]);

        Assert.False(TruthJudge.IsFalse(claim, computes, measured));
        Assert.False(TruthJudge.IsOpen([], computes, measured));
        Assert.True(TruthJudge.IsFalse(claim, Program, measured with { StepShares = Starved.StepShares }));
    }

    [Fact]
    public void The_claims_of_a_verdict_are_those_of_its_words()
    {
        StarvationVerdict gain = new()
        {
            IsStarving = true,
            Cause = StarvationCause.ShortWaits,
            Sentence = "... await in their place needs none of them.",
            ConvertFirst = Recorded.Sites((BlockingKind.Sleep, 900, 200)).Sites[0],
            Gain = new StarvationGain(50, 10, 200, 250),
        };
        StarvationVerdict limit = gain with
        {
            Cause = StarvationCause.Contention,
            Sentence = "...: more threads, or await, would only lengthen the queue for it.",
            ConvertFirst = null,
            ShortenFirst = gain.ConvertFirst with { Holder = new BlockedHolder(null, "Orders.Hold", null, null, 20, 1) },
            Gain = null,
        };

        Assert.Equal(
            [
                new(Starving, 1, null), new(Place, 1, "Orders.Pay"), new(TruthClaimKind.Threads, 1, null), new(Bound, 5, null),
                new(Await, 1, null),
            ],
            TruthClaims.Of(gain, 50));
        Assert.Equal(
            [
                new(Starving, 1, null), new(Place, 1, "Orders.Pay"), new(Holder, 1, "Orders.Hold"), new(TruthClaimKind.Threads, 0, null),
                new(Await, 0, null),
            ],
            TruthClaims.Of(limit, 50));
    }

    [Fact]
    public void A_seed_makes_the_same_program_and_seeds_make_every_wait()
    {
        Assert.Equal($"{TruthProgram.Of(7)}", $"{TruthProgram.Of(7)}");
        Assert.Equal(
            Enum.GetValues<TruthWait>(),
            Enumerable.Range(1, 200).SelectMany(seed => TruthProgram.Of(seed).Steps).Select(step => step.Wait).Distinct().Order());
    }

    [Fact]
    public void Seeds_above_ten_thousand_make_two_pages_of_different_waits()
    {
        TruthProgram[] programs = [.. Enumerable.Range(TruthProgram.TwoPages + 1, 200).Select(TruthProgram.Of)];

        Assert.All(programs, program =>
        {
            Assert.NotEmpty(program.Steps);
            Assert.NotEmpty(program.Beside);
            Assert.Distinct(program.AllSteps.Select(step => step.Wait));
        });
        Assert.Equal(
            Enum.GetValues<TruthWait>(),
            programs.SelectMany(program => program.Beside).Select(step => step.Wait).Distinct().Order());
        Assert.Empty(TruthProgram.Of(7).Beside);
    }

    // A page behind a lock beside one that sleeps: threads help the second.
    [Fact]
    public void A_place_of_the_other_page_is_judged_like_one_of_the_first()
    {
        TruthProgram two = Program with { Steps = [Program.Steps[1]], Beside = [Program.Steps[0]] };
        TruthFigures measured = Starved with { StepShares = [0.8, 0.2] };

        Assert.False(TruthJudge.IsFalse(new TruthClaim(Place, 1, "TruthPage.Lock"), two, measured));
        Assert.True(TruthJudge.IsFalse(new TruthClaim(Place, 1, "TruthPage.Sleep"), two, measured));
        Assert.True(TruthJudge.IsFalse(new TruthClaim(TruthClaimKind.Threads, 0, null), two, measured));
    }

    // "More threads ... would only lengthen the queue for it" is a claim about the process only where nothing else waits.
    [Fact]
    public void What_is_denied_to_those_at_a_lock_alone_is_no_claim_about_the_process()
    {
        BlockedSites sites = Recorded.Sites((BlockingKind.Lock, 8000, 90)).WithFirst(site => site with
        {
            Holder = new BlockedHolder("Thread.Sleep", "Orders.Ship", null, 30, 20, 1) { Evidence = HolderEvidence.Exclusive },
            OtherRequests = 0.5,
        });
        WatchSample[] moments =
            [.. Recorded.Moments(Recorded.Pool(9, 40), Recorded.Pool(9, 40)).Select(moment => moment.Sampled(9, 40))];

        IReadOnlyList<TruthClaim> claims = TruthClaims.Of(StarvationVerdict.Of(moments, sites), 46);

        Assert.DoesNotContain(claims, claim => claim.Kind is TruthClaimKind.Threads or Await);
    }

    // What a busy machine measures is not judged here: that a program runs in all its forms, and that its claims are kept.
    [Fact]
    public async Task A_program_is_watched_and_measured_in_each_form()
    {
        CancellationToken token = TestContext.Current.CancellationToken;
        string folder = Directory.CreateTempSubdirectory("syncopate-truth-").FullName;
        string[] words = [Built.Dll("Syncopate.Acceptance"), "watch-truth", "1", "--out", folder];
        using Process script = Process.Start(new ProcessStartInfo("dotnet", words)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        Task<string> output = script.StandardOutput.ReadToEndAsync(token);
        string error = await script.StandardError.ReadToEndAsync(token);
        await script.WaitForExitAsync(token);

        Assert.True(script.ExitCode is 0 or 3, error + await output);
        Assert.StartsWith("1 programs", (await output).Split('\n')[2], StringComparison.Ordinal);
        Assert.Single(await File.ReadAllLinesAsync(Path.Combine(folder, "results.jsonl"), token));
        Directory.Delete(folder, recursive: true);
    }
}
