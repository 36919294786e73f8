using Syncopate.Load;
using Syncopate.Running.Machines;

namespace Syncopate.Running.Servers;

/// <summary>A server that a form is measured on. Disposing it ends it if the tool started it, and only then.</summary>
internal interface IServer : INeededProcess, IAsyncDisposable
{
    /// <summary>Number of the process within the run, from 1; a new number is a new process.</summary>
    int Ordinal { get; }

    /// <summary>What messages call it.</summary>
    string Name { get; }

    /// <summary>Where it listens.</summary>
    HttpTarget Target { get; }

    /// <summary>The process that listens; null where that is not known, as on another machine.</summary>
    int? ProcessId { get; }

    /// <summary>Processor time that its process has used; null where that is not known, as on another machine.</summary>
    long? CpuNanoseconds { get; }

    /// <summary>Its thread pool; null when no monitor is inside it.</summary>
    PoolWatch? Pool { get; }

    /// <summary>Watches its process from outside; null when nothing does, or a monitor is inside it.</summary>
    ITargetMonitor? Monitor { get; }

    /// <summary>True when its last warm-up ended before it was steady. Set by the warm-up, read by the slots after it.</summary>
    bool Unsettled { get; set; }
}
