using Syncopate.Reporting;
using Syncopate.Reporting.Measured;
using Syncopate.Running;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;
using Syncopate.Units;

namespace Syncopate.Experiments.Bundled;

/// <summary>F of experiments.md, first half: the very first call in a fresh process, plain and awaited.</summary>
internal static class FirstCall
{
    private const string Id = "first-call";
    private const string AsShipped = "As .NET is shipped";
    private const string ReadyToRun = "DOTNET_ReadyToRun";
    private const string Tiers = "DOTNET_TieredCompilation";
    private const string Profile = "DOTNET_TieredPGO";
    private const int FewestProcesses = 10;

    private static readonly IReadOnlyList<PublishedFigure> Published =
    [
        Then(Form.Sync, "mean", 1),
        Then(Form.Async, "mean", 70),
        Then(Form.Async, "toFirstAwait", 45) with { IsOver = false },
        Then(Form.Async, "methods", 900),
    ];

    private static readonly IReadOnlyList<Variant> Variants =
    [
        new("shipped", AsShipped, "The libraries of .NET come compiled, and what is called often is compiled again, better.", []),
        new("jit", "Without precompiled code (ReadyToRun)", DisablesReadyToRun, [ReadyToRun]) { IsQuick = true },
        new(
            "one-tier",
            "Compiled once, for good",
            "DOTNET_TieredCompilation=0: what does not come compiled is compiled with all optimizations at its first call.",
            [Tiers]),
        new(
            "no-profile",
            "Without profiles",
            "DOTNET_TieredPGO=0: code is not watched while it runs in order to compile it better.",
            [Profile]),
        new(
            "jit-one-tier",
            "Without precompiled code (ReadyToRun), compiled once, for good",
            DisablesReadyToRun + " With DOTNET_TieredCompilation=0 it does so with all optimizations.",
            [ReadyToRun, Tiers]),
    ];

    private const string DisablesReadyToRun =
        "DOTNET_ReadyToRun=0: no precompiled code is used, so that every method that runs is compiled first, and counted.";

    public static BundledExperiment Entry { get; } = new(Id, "the first call in a fresh process, plain and awaited", Sources.Hurley, Plans)
    {
        Published = Published,
        SendsLoad = false,
        ComparesRuntimes = true,
        PartOf = RunMode.Full,
        Explanation = new Explanation
        {
            Why = (measured, _) => FirstCallText.Why(measured),
            Advice = measured => measured.Primary.Verdict == Verdict.Loss
                ? "Let a program that must answer its first call at once make one such call while it starts."
                : null,
            Published = new PublishedAdvice("the first await of a program is slow (Simple-Talk, 2013)", Verdict.Loss),
            Measures = new Dictionary<string, PublishedMeasure>(StringComparer.Ordinal)
            {
                ["toFirstAwait"] = new("Time to the first await, ms", "ms to the first await"),
                ["methods"] = new("Framework methods executed", "framework methods executed"),
            },
            Headline = HeadlineClass.Computing,
            Table = FirstCallText.Table,
            Key = FirstCallText.Key,
            Reasons = FirstCallText.Reasons,
        },
    };

    private static IReadOnlyList<ExperimentPlan> Plans(RunMode mode, SampleServers servers) =>
    [
        .. from variant in Variants
           where mode != RunMode.Quick || variant.IsQuick || variant.Off.Count == 0
           from runtime in servers.Runtimes
           select Plan(variant, runtime, mode, servers),
    ];

    private static ExperimentPlan Plan(Variant variant, SampleRuntime runtime, RunMode mode, SampleServers servers) => new()
    {
        Experiment = Describe(variant, runtime, mode),
        Server = form => new NoServer($"AwaitCost first-call {form.InLowerCase()}"),
        Budget = TimeSpan.FromSeconds(mode switch { RunMode.Quick => 15, RunMode.Default => 18, _ => 40 }),
        EstimatedRound = TimeSpan.FromSeconds(mode == RunMode.Quick ? 0.5 : 0.8),
        MaximumRounds = mode == RunMode.Full ? 27 : 12,
        MinimumRounds = FewestProcesses,
        RoundsPerProcess = 1,
        SteadyFloor = TimeSpan.Zero,
        SteadyCeiling = TimeSpan.Zero,
        Work = new CallWork((place, _, token) =>
            WorkAsync([.. servers.FirstCall(runtime), place.Form.InLowerCase()], variant.Environment, token)),
    };

    private static Experiment Describe(Variant variant, SampleRuntime runtime, RunMode mode) => new()
    {
        Id = $"{Id}-{variant.Id}{runtime.Ending}",
        Title = $"The first call: {variant.Title}{(runtime.Ending.Length == 0 ? "" : $", {runtime.Name}")}",
        Group = new ExperimentGroup(
            Id,
            "The first call",
            "A method of 1 ms is called for the first time in the life of its process, plain and awaited. When is the result there?",
            variant.Title,
            runtime.Name),
        Question = $"{variant.What} How long does the first call take?",
        Source = Sources.Hurley,
        Workload = new Workload("The first call of a method of 1 ms", UseCase.FirstCall,
        [
            new WorkloadForm(Form.Sync, "Sync", "first-call sync", 1),
            new WorkloadForm(Form.Async, "Async", "first-call async", 1),
        ]),
        Load = new WholeProcesses(1),
        Replicate = Replicate.ProcessStart,
        NoiseForm = mode == RunMode.Quick ? null : Form.Async,
        WaitMilliseconds = 0,
        PublishedWaitMilliseconds = 0,
        Looks = 1,
        MarginPercent = 5,
        FloorMilliseconds = 0.1,
        Published = variant.Off.Count == 0 && runtime.Ending.Length == 0 ? Published : [],
        Change = "- Millisecond();\n+ await Task.Run(Millisecond);",
        Caveats =
        [
            "The async form is the article’s: it hands the work to another thread and awaits that. "
                + "Main waits for it as the runtime itself waits for an async Main.",
            "The article’s profiler counted the methods that ran in its desktop program. A runtime counts those that it compiles: "
                + "with DOTNET_ReadyToRun=0 these are all methods that run for the first time, "
                + "but those that were compiled into their callers.",
            "Nothing else of the program is in these figures: the clock starts when Main is running, "
                + "and the code for reading the clock has run before.",
        ],
    };

    private static async Task<SlotWork> WorkAsync(
        IReadOnlyList<string> words, IReadOnlyDictionary<string, string> environment, CancellationToken cancellationToken)
    {
        FirstCallTimes times = await FreshProcess.RunAsync<FirstCallTimes>(words, environment, cancellationToken);
        if (times is not { CallNanoseconds: > 0, ReturnedNanoseconds: > 0 })
        {
            throw new TargetFailedException(
                $"'{string.Join(' ', words)}' timed its first call at {times.CallNanoseconds} ns; above 0 expected.");
        }

        return new SlotWork([times.CallNanoseconds], new Dictionary<string, double>(StringComparer.Ordinal)
        {
            ["toFirstAwaitMilliseconds"] = Nanoseconds.ToMilliseconds(times.ReturnedNanoseconds),
            ["nextCallMilliseconds"] = Nanoseconds.ToMilliseconds(times.NextCallNanoseconds),
            ["compiledMethods"] = times.CompiledMethods,
            ["compilingMilliseconds"] = Nanoseconds.ToMilliseconds(times.CompilingNanoseconds),
        })
        {
            CpuNanoseconds = times.CpuNanoseconds,
            AllocatedBytes = times.AllocatedBytes,
        };
    }

    private static PublishedFigure Then(Form form, string measure, double value) => new(form, measure, value, null, Sources.HurleyMachine)
    {
        Row = AsShipped,
        IsOver = true,
    };

    /// <summary>A way in which the runtime comes by compiled code.</summary>
    /// <param name="Id">Part of the experiment's id.</param>
    /// <param name="Title">Row of the table.</param>
    /// <param name="What">What is switched, one sentence.</param>
    /// <param name="Off">The variables that are 0; the others are 1, whatever the tool itself runs with.</param>
    private sealed record Variant(string Id, string Title, string What, IReadOnlyList<string> Off)
    {
        public bool IsQuick { get; init; }

        public IReadOnlyDictionary<string, string> Environment { get; } =
            new[] { ReadyToRun, Tiers, Profile }.ToDictionary(name => name, name => Off.Contains(name) ? "0" : "1", StringComparer.Ordinal);
    }

    /// <summary>The line that the program writes.</summary>
    private sealed record FirstCallTimes(
        long CallNanoseconds, long ReturnedNanoseconds, long NextCallNanoseconds, long CpuNanoseconds, long AllocatedBytes,
        long CompiledMethods, long CompilingNanoseconds);
}
