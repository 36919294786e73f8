using Syncopate.Histograms;
using Syncopate.Journaling;
using Syncopate.Load;

namespace Syncopate.Running.Loads;

/// <summary>What a load takes from whoever asks for it: clock, disk, engine, and somebody who looks on.</summary>
internal sealed record LoadHost
{
    /// <summary>The clock of the run.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>The machine as it was before.</summary>
    public required Machine Machine { get; init; }

    /// <summary>Makes the folder of the run; called once, as soon as there is something to write into it.</summary>
    public required Func<string> CreateFolder { get; init; }

    /// <summary>Opens the journal of a folder.</summary>
    public Func<string, JournalWriter> OpenJournal { get; init; } = JournalWriter.Create;

    /// <summary>Opens what drives the server; the job disposes it.</summary>
    public required Func<HttpTarget, CancellationToken, Task<ILoadEngine>> OpenEngine { get; init; }

    /// <summary>What each of several agents did, once the load is over; null for a load from this process.</summary>
    public Func<IReadOnlyList<AgentPart>?> Agents { get; init; } = () => null;

    /// <summary>Attaches to the process of a server; disposed with the load where it can be.</summary>
    /// <remarks>It may throw <see cref="TargetFailedException"/>: of a process that cannot be watched.</remarks>
    public required Func<int, CancellationToken, Task<ITargetMonitor>> Attach { get; init; }

    /// <summary>Sees each record once it is on the disk; null for nobody.</summary>
    public Action<JournalRecord>? Appended { get; init; }

    /// <summary>Sees each interval after it is kept, one after the other.</summary>
    public Action<IntervalRecord, Histogram> Show { get; init; } = (_, _) => { };
}
