using Syncopate.Load;

namespace Syncopate.Running.Rounds;

/// <summary>What is done in each slot of an experiment.</summary>
internal abstract record PlannedWork
{
    /// <summary>Called once for every server that has been started, before it is warmed: puts its data in order. Throws
    /// <see cref="HttpRequestException"/> when the server cannot do it. Default nothing.</summary>
    public Func<Uri, CancellationToken, Task> Prepare { get; init; } = (_, _) => Task.CompletedTask;

    /// <summary>Checks the servers before the rounds and after them; default nothing.</summary>
    public IRoundGuard Guard { get; init; } = new NoGuard();

    /// <summary>Where the load of its slots comes from; default what the experiment says.</summary>
    public PlannedLoad Load { get; init; } = new GivenLoad();
}

/// <summary>Where the load of every slot of a work comes from, and with it the number of looks.</summary>
internal abstract record PlannedLoad;

/// <summary>The load of the experiment, as it is. The looks follow from the time that its plan expects a round to take.</summary>
internal sealed record GivenLoad : PlannedLoad;

/// <summary>A load that follows from what a pilot shows on the first warm servers, before the first round. As many looks as fit with it
/// are made. For an experiment that has its time for itself and whose servers serve more than one round.</summary>
/// <param name="After">The load of a slot by what the slowest form has shown; called once.</param>
internal sealed record PilotedLoad(Func<PilotReading, SlotLoad> After) : PlannedLoad;

/// <summary>A load of HTTP requests.</summary>
internal sealed record HttpWork : PlannedWork
{
    /// <summary>The path of a form in a round, for work that must be the same for all forms of a round but new in each; default the
    /// form's own path.</summary>
    public Func<WorkloadForm, int, string> PathInRound { get; init; } = (form, _) => form.Path;

    /// <summary>The path that warms a form; default the form's own path.</summary>
    public Func<WorkloadForm, string> WarmPath { get; init; } = form => form.Path;

    /// <summary>Requests that one user sends to a new process of a cold experiment before the slot, to have the code
    /// compiled but the pool at its start.</summary>
    public int ColdWarmRequests { get; init; }

    /// <summary>Most users that warm a form; default 10, which compile its code and leave a pool small.</summary>
    public int MaximumWarmUsers { get; init; } = 10;

    /// <summary>Warm-up before the profile, sent but not recorded; null for none.</summary>
    public LoadShape? ProfileWarmUp { get; init; }

    /// <summary>Makes the request of a path under a load: its method, headers and body; default a plain GET.</summary>
    public Func<string, LoadShape, LoadRequest> Request { get; init; } = (path, load) => new LoadRequest(path, load);

    /// <summary>Bounds of an answer, threads and version of HTTP; null for the defaults.</summary>
    public LoadOptions? Options { get; init; }

    /// <summary>What its servers count of a slot; default nothing.</summary>
    public ISlotTally Tally { get; init; } = new NoTally();

    /// <summary>True to keep single requests of every round, not of the first alone: for rounds that are shown again.</summary>
    public bool TracesEveryRound { get; init; }

    /// <summary>Most single requests kept of a slot whose picture is drawn.</summary>
    public int MaximumTraces { get; init; } = 500;
}

/// <summary>Work of an experiment's own, which drives no load.</summary>
/// <param name="Do">Does it in one slot, and says how long each call took. It throws <see cref="HttpRequestException"/> or
/// <see cref="TargetFailedException"/> when the server cannot do it.</param>
internal abstract record OwnWork(Func<SlotPlace, LoadShape, CancellationToken, Task<SlotWork>> Do) : PlannedWork;

/// <summary>Calls inside a server, pages in a browser, whole processes: a slot each.</summary>
/// <param name="Do">As <see cref="OwnWork"/>.</param>
internal sealed record CallWork(Func<SlotPlace, LoadShape, CancellationToken, Task<SlotWork>> Do) : OwnWork(Do);

/// <summary>Calls that take turns of a few milliseconds, which are over before a request for each would be. All forms are in one server,
/// and <see cref="OwnWork.Do"/> does the same for a single form, to warm it.</summary>
/// <param name="Do">As <see cref="OwnWork"/>.</param>
/// <param name="Take">Does the work of the slots of some rounds in one go, in this order, and gives what each of them measured. Throws
/// what <paramref name="Do"/> throws.</param>
internal sealed record TurnWork(
    Func<SlotPlace, LoadShape, CancellationToken, Task<SlotWork>> Do,
    Func<IReadOnlyList<SlotPlace>, CallsInProcess, CancellationToken, Task<IReadOnlyList<SlotWork>>> Take) : OwnWork(Do);
