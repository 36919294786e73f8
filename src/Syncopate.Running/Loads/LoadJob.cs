using System.Runtime.CompilerServices;
using Syncopate.Journaling;
using Syncopate.Load;
using Syncopate.Units;

namespace Syncopate.Running.Loads;

/// <summary>Drives one load of one URL, and journals it.</summary>
/// <param name="load">What is asked for.</param>
/// <param name="host">What it is done with.</param>
internal sealed class LoadJob(RequestedLoad load, LoadHost host)
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
    /// <exception cref="TargetNotAllowedException">The target may not be loaded.</exception>
    /// <exception cref="TargetFailedException">The target cannot be spoken to; nothing was measured.</exception>
    public async Task<RunEnd> RunAsync(CancellationToken cancellationToken)
    {
        // Only a server that is started writes into the folder before anything is measured: a URL where nothing answers
        // must leave no folder behind.
        LoadedServer server = await LoadedServer.OpenAsync(load, host.Attach, () => _folder ??= host.CreateFolder(), cancellationToken)
            .ConfigureAwait(false);
        await using ConfiguredAsyncDisposable ending = server.ConfigureAwait(false);
        using ILoadEngine engine = await host.OpenEngine(server.Target, cancellationToken).ConfigureAwait(false);
        RunClock clock = new(host.Time);
        _folder ??= host.CreateFolder();
        using JournalWriter journal = host.OpenJournal(_folder);
        journal.Appended = host.Appended;
        journal.Append(new RunIdentity(load.Command, "load", [], load.Seed, host.Machine).Header(clock));
        journal.Append(Description(engine));
        if (server.Program is { } program)
            journal.Append(program.ToRecord(null, null));
        RunEnd end = await MeasureAsync(engine, server, journal, clock, cancellationToken).ConfigureAwait(false);
        journal.Append(end);
        return end;
    }

    private async Task<RunEnd> MeasureAsync(
        ILoadEngine engine, LoadedServer server, JournalWriter journal, RunClock clock, CancellationToken cancellationToken)
    {
        LoadRecorder recorder = new(journal.Append, clock.Provider, server.Monitor, host.Show);
        server.Monitor?.Take(); // What came before the load is not its.
        LoadRequest request = load.Request with { Intervals = recorder };
        LoadResult result = await engine.RunAsync(request, cancellationToken).ConfigureAwait(false);
        journal.Append(new GeneratorUse([.. result.Threads.Select(thread => thread.BusyShare)]) { Agents = host.Agents() });
        foreach (Doubt doubt in LoadDoubts.Of(result, request))
            journal.Append(doubt);
        if (server.IsUnwatched)
        {
            journal.Append(new Doubt(
                "not-watched", null, "Threads, queue, CPU and memory of the server are not known: it lets no monitor in.",
                "Latencies, rates and failures are unaffected: they are measured from outside.",
                "Start a .NET server of .NET Core 3.0 or newer, from a build that is neither trimmed nor Native AOT."));
        }

        bool hasAnswers = result is not { Count: 0, Discarded: 0, Cancelled: false };
        string? why = hasAnswers ? null : await MisunderstandingAsync(server.Target, result, cancellationToken).ConfigureAwait(false);
        return result switch
        {
            _ when why is not null => new RunEnd(RunOutcome.TargetFailed, why, clock.ElapsedNanoseconds),
            { Failure: { } failure } => new RunEnd(RunOutcome.TargetFailed, server.Death ?? Sentence(failure), clock.ElapsedNanoseconds),
            { Cancelled: true } => new RunEnd(RunOutcome.Cancelled, "Stopped by the user.", clock.ElapsedNanoseconds),
            _ => new RunEnd(RunOutcome.Finished, "", clock.ElapsedNanoseconds),
        };
    }

    // Why a server that is there gave not one answer: it speaks another protocol. Null when that is not the reason.
    private async Task<string?> MisunderstandingAsync(HttpTarget target, LoadResult result, CancellationToken cancellationToken) =>
        await IsSecureAfterAllAsync(target, result, cancellationToken).ConfigureAwait(false) ? LoadTarget.SecureSentence(load.Address)
        : await SpeaksHttp2AloneAsync(target, result, cancellationToken).ConfigureAwait(false) ? LoadTarget.Http2Sentence(load.Address)
        : SpeaksAnother(result) ? VersionSentence()
        : null;

    // A proxy waits for the end of a request before it says that this port wants https, so that what was asked before
    // the load did not show it.
    private static async Task<bool> IsSecureAfterAllAsync(HttpTarget target, LoadResult result, CancellationToken cancellationToken) =>
        !target.IsSecure && result.Errors.Count > 0 && await LoadTarget.SpeaksTlsAsync(target, cancellationToken).ConfigureAwait(false);

    // What servers of HTTP/2 alone do to a request of HTTP/1.1: an answer in words that asks for it, frames, or the end of the connection.
    private async Task<bool> SpeaksHttp2AloneAsync(HttpTarget target, LoadResult result, CancellationToken cancellationToken) =>
        !target.IsSecure && load.Settings.Options.HttpVersion.Major == 1 && result.Errors.Count > 0
            && result.Errors.Keys.All(finding => Http2Answers.Contains(finding))
            && await LoadTarget.SpeaksHttp2Async(target, cancellationToken).ConfigureAwait(false);

    private bool SpeaksAnother(LoadResult result) =>
        load.Settings.Options.HttpVersion.Major > 1
            && result.Errors.Count > 0
            && result.Errors.Keys.All(
                finding => finding is Findings.ProtocolError or Findings.InvalidAnswer or Findings.ConnectionReset
                    or Findings.ConnectionClosed or Findings.CutShort);

    private string VersionSentence()
    {
        string option = load.Settings.Options.HttpVersion.Major == 3 ? "--http3" : "--http2";
        string authority = load.Address.Base.GetLeftPart(UriPartial.Authority);
        return $"{authority} does not speak HTTP/{load.Settings.Options.HttpVersion.Major}: not one request was understood. "
            + $"Leave {option} out; or, if it should, see that the server's port allows it"
            + (load.Address.Base.Scheme == Uri.UriSchemeHttp ? " (without TLS a port speaks HTTP/2 alone or not at all)." : ".");
    }

    private string Sentence(LoadFailure failure) => failure.Finding is Findings.TimedOut or Findings.EndlessBody
        ? $"{failure.What} The wait for an answer is {DurationText.Of(load.Settings.Options.TotalTimeout)} (--timeout)."
        : failure.What;

    private LoadDescription Description(ILoadEngine engine) => new()
    {
        Url = load.Address.Text,
        Method = load.Method,
        Steps = load.Settings.Scenario is { } scenario ? [.. scenario.Steps.Select(step => step.Name)] : null,
        Load = load.Settings.Shape,
        Engine = engine.Name,
        HttpVersion = load.Settings.Options.HttpVersion.ToString(2),
        KeepsConnections = load.Request.KeepsConnections,
        ThinkNanoseconds = (long)load.Request.ThinkTime.TotalNanoseconds,
        TimeoutNanoseconds = (long)load.Settings.Options.TotalTimeout.TotalNanoseconds,
        RequestBodyBytes = load.Request.Body.Length,
        Thresholds = load.Thresholds,
    };
}
