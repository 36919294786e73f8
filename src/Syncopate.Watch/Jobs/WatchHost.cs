using Syncopate.Load;
using Syncopate.Load.Engines;
using Syncopate.Running.Machines;
using Syncopate.Watch.Probes;
using Syncopate.Watch.Reporting;

namespace Syncopate.Watch.Jobs;

/// <summary>What a watch takes from whoever asks for it: clock, disk, probes, engine, and somebody who looks on.</summary>
internal sealed record WatchHost
{
    /// <summary>The clock of the watch.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Reads the machine, once.</summary>
    public Func<Machine> ReadMachine { get; init; } = MachineReader.Read;

    /// <summary>Where everything that is seen is kept; the job disposes it. Null for nowhere.</summary>
    public WatchJournal? Journal { get; init; }

    /// <summary>Looks for a while at where the threads of a process stand blocked.</summary>
    public Func<int, TimeSpan, CancellationToken, Task<BlockedSites>> Blocked { get; init; } =
        static (process, window, token) => BlockingProbe.TakeAsync(process, window, cancellationToken: token);

    /// <summary>Takes an async timeline of a process.</summary>
    public Func<int, TimeSpan, CancellationToken, Task<AsyncTimeline>> Timeline { get; init; } =
        static (process, window, token) => AsyncProbe.TakeAsync(process, window, TimeProvider.System, token);

    /// <summary>Tries another minimum of threads in a process, in turns; by the clock of the watch.</summary>
    public Func<int, int, Func<long>, CancellationToken, Task<WatchWhatIf>> WhatIf { get; init; } =
        static (process, threads, elapsed, token) => WhatIfProbe.RunAsync(process, threads, elapsed, TimeProvider.System, token);

    /// <summary>Opens what puts load on the process; the job disposes it.</summary>
    public Func<HttpTarget, LoadOptions, ILoadEngine> OpenEngine { get; init; } =
        static (target, options) => LoadEngine.Open(target, options);

    /// <summary>The timeline of a woven copy; null where none is watched. Disposed by whoever opened it.</summary>
    public WovenProbe? Woven { get; init; }

    /// <summary>Sees each record after it is kept, one after the other.</summary>
    public Action<WatchRecord> Show { get; init; } = _ => { };
}
