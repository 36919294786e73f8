using Syncopate.Cli.Agents;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Cluster.Loads;
using Syncopate.Journaling;
using Syncopate.Load;
using Syncopate.Load.Engines;
using Syncopate.Running;
using Syncopate.Running.Rounds;
using Syncopate.Telemetry;

namespace Syncopate.Cli.Loads;

/// <summary>Drives the load of one <c>syncopate load</c> and journals it.</summary>
internal sealed class LoadJob(LoadTask task, Machine machine, RunTelemetry? telemetry, Terminal terminal)
{
    private static readonly string[] Http2Answers =
    [
        Findings.Status(400), Findings.Status(426), Findings.Status(505), Findings.BadStatusLine, Findings.InvalidAnswer,
        Findings.ConnectionClosed, Findings.ConnectionReset, Findings.CutShort,
    ];

    private string? _folder;

    /// <summary>Folder of the run; only after <see cref="RunAsync"/>.</summary>
    public string Folder => _folder ?? throw new InvalidOperationException("The load has not been driven yet.");

    /// <summary>Drives it, and journals each interval and how it ended. Only a failing journal and faults of ours escape.</summary>
    /// <exception cref="UsageException">The target may not be loaded.</exception>
    /// <exception cref="UnusableException">The target cannot be spoken to, or the folder not be written; nothing was measured.</exception>
    public async Task<RunEnd> RunAsync(CancellationToken cancellationToken)
    {
        // Only a server that is started writes into the folder before anything is measured: a URL where nothing answers
        // must leave no folder behind.
        if (task.Launch is not null)
            _folder = NewFolder();
        await using LoadedServer server = await LoadedServer.OpenAsync(task, _folder ?? "", cancellationToken);
        await using OpenFleet? fleet = task.Fleet is { } asked ? await OpenFleet.OpenAsync(asked, Plan(), terminal, cancellationToken)
            : null;
        using ILoadEngine engine = fleet?.Fleet.OpenEngine(server.Target, task.Settings.Options) ?? OpenEngine(server.Target);
        RunClock clock = new(TimeProvider.System);
        _folder ??= NewFolder();
        using JournalWriter journal = JournalWriter.Create(_folder);
        journal.Appended = telemetry is null ? null : telemetry.Take;
        journal.Append(Header(clock));
        journal.Append(Description(engine));
        if (server.Program is { } program)
            journal.Append(program.ToRecord(null, null));
        RunEnd end = await MeasureAsync((engine, fleet?.Fleet), server, journal, clock, cancellationToken);
        journal.Append(end);
        return end;
    }

    private FleetPlan Plan() => new(task.Settings.Shape, [task.Address.Base], task.Settings.AllowedHosts, OnlyWholeLoads: false);

    private ILoadEngine OpenEngine(HttpTarget target) =>
        LoadEngine.Open(target, task.Settings.Options, scenario: task.Settings.Scenario, followsRedirects: task.Request.FollowsRedirects);

    private string NewFolder() => OutputFolder.Create(task.Result.Folder, TimeProvider.System.GetLocalNow());

    private async Task<RunEnd> MeasureAsync(
        (ILoadEngine Engine, ClusterFleet? Fleet) generator, LoadedServer server, JournalWriter journal, RunClock clock,
        CancellationToken cancellationToken)
    {
        LoadDisplay display = new(terminal, task.Settings.Shape, task.Quiet);
        LoadRecorder recorder = new(journal.Append, clock.Provider, server.Monitor, display.Show);
        server.Monitor?.Take(); // What came before the load is not its.
        LoadRequest request = task.Request with { Intervals = recorder };
        LoadResult result = await generator.Engine.RunAsync(request, cancellationToken);
        display.Close();
        journal.Append(new GeneratorUse([.. result.Threads.Select(thread => thread.BusyShare)]) { Agents = generator.Fleet?.Parts });
        foreach (Doubt doubt in LoadDoubts.Of(result, request))
            journal.Append(doubt);
        if (server.IsUnwatched)
        {
            journal.Append(new Doubt(
                "not-watched", null, "Threads, queue, CPU and memory of the server are not known: it lets no monitor in.",
                "Latencies, rates and failures are not touched by it: they are measured from outside.",
                "Start a .NET server of .NET Core 3.0 or newer, from a build that is neither trimmed nor native code."));
        }

        return result switch
        {
            { Count: 0, Discarded: 0, Cancelled: false } when await IsSecureAfterAllAsync(server.Target, result, cancellationToken) =>
                new RunEnd(RunOutcome.TargetFailed, LoadTarget.SecureSentence(task.Address), clock.ElapsedNanoseconds),
            { Count: 0, Discarded: 0, Cancelled: false } when await SpeaksHttp2AloneAsync(server.Target, result, cancellationToken) =>
                new RunEnd(RunOutcome.TargetFailed, LoadTarget.Http2Sentence(task.Address), clock.ElapsedNanoseconds),
            { Count: 0, Discarded: 0, Cancelled: false } when SpeaksAnother(result) =>
                new RunEnd(RunOutcome.TargetFailed, VersionSentence(), clock.ElapsedNanoseconds),
            { Failure: { } failure } => new RunEnd(RunOutcome.TargetFailed, server.Death ?? Sentence(failure), clock.ElapsedNanoseconds),
            { Cancelled: true } => new RunEnd(RunOutcome.Cancelled, "Stopped by the user.", clock.ElapsedNanoseconds),
            _ => new RunEnd(RunOutcome.Finished, "", clock.ElapsedNanoseconds),
        };
    }

    // A proxy waits for the end of a request before it says that this port wants https, so that what was asked before
    // the load did not show it.
    private static async Task<bool> IsSecureAfterAllAsync(HttpTarget target, LoadResult result, CancellationToken cancellationToken) =>
        !target.IsSecure && result.Errors.Count > 0 && await LoadTarget.SpeaksTlsAsync(target, cancellationToken);

    // What servers of HTTP/2 alone do to a request of HTTP/1.1: an answer in words that asks for it, frames, or the end of the connection.
    private async Task<bool> SpeaksHttp2AloneAsync(HttpTarget target, LoadResult result, CancellationToken cancellationToken) =>
        !target.IsSecure && task.Settings.Options.HttpVersion.Major == 1 && result.Errors.Count > 0
            && result.Errors.Keys.All(finding => Http2Answers.Contains(finding))
            && await LoadTarget.SpeaksHttp2Async(target, cancellationToken);

    private bool SpeaksAnother(LoadResult result) =>
        task.Settings.Options.HttpVersion.Major > 1
            && result.Errors.Keys.All(
                finding => finding is Findings.ProtocolError or Findings.InvalidAnswer or Findings.ConnectionReset
                    or Findings.ConnectionClosed or Findings.CutShort);

    private string VersionSentence()
    {
        string option = task.Settings.Options.HttpVersion.Major == 3 ? "--http3" : "--http2";
        string authority = task.Address.Base.GetLeftPart(UriPartial.Authority);
        return $"{authority} does not speak HTTP/{task.Settings.Options.HttpVersion.Major}: not one request was understood. "
            + $"Leave {option} out; or, if it should, see that the server's port allows it"
            + (task.Address.Base.Scheme == Uri.UriSchemeHttp ? " (without TLS a port speaks HTTP/2 alone or not at all)." : ".");
    }

    private string Sentence(LoadFailure failure) => failure.Finding is Findings.TimedOut or Findings.EndlessBody
        ? $"{failure.What} The wait for an answer is {LineValue.Text(task.Settings.Options.TotalTimeout)} (--timeout)."
        : failure.What;

    private RunHeader Header(RunClock clock) => new()
    {
        Schema = JournalReader.Schema,
        ToolVersion = ToolVersion.Text,
        Command = task.Command,
        Mode = "load",
        Seed = task.Result.Seed,
        StartedUtc = clock.UtcNow,
        Machine = machine,
        Experiments = [],
    };

    private LoadDescription Description(ILoadEngine engine) => new()
    {
        Url = task.Address.Text,
        Method = task.Method,
        Steps = task.Settings.Scenario is { } scenario ? [.. scenario.Steps.Select(step => step.Name)] : null,
        Load = task.Settings.Shape,
        Engine = engine.Name,
        HttpVersion = task.Settings.Options.HttpVersion.ToString(2),
        KeepsConnections = task.Request.KeepsConnections,
        ThinkNanoseconds = (long)task.Request.ThinkTime.TotalNanoseconds,
        TimeoutNanoseconds = (long)task.Settings.Options.TotalTimeout.TotalNanoseconds,
        RequestBodyBytes = task.Request.Body.Length,
        Thresholds = task.Thresholds,
    };
}
