using System.Globalization;

namespace Syncopate.Acceptance.WatchTruth;

/// <summary>One thing that a page waits for.</summary>
/// <param name="Wait">What it is.</param>
/// <param name="Milliseconds">For how long, or how much it computes.</param>
/// <param name="Width">How many are let in at once, or bodies of a loop.</param>
/// <param name="Holder">What whoever was let in does, or who ends the wait.</param>
internal sealed record TruthStep(TruthWait Wait, int Milliseconds, int Width, TruthHolder Holder)
{
    /// <summary>The method of <see cref="TruthPage"/> that waits for it, as a verdict names the place.</summary>
    public string Place => $"{nameof(TruthPage)}.{(Wait == TruthWait.File ? "ReadFile" : Wait.ToString())}";

    /// <summary>Whether it uses a processor instead of waiting.</summary>
    public bool Computes => Wait is TruthWait.Compute or TruthWait.Collect;

    public override string ToString() => Wait switch
    {
        TruthWait.Lock or TruthWait.Signal => Text($"{Wait} {Milliseconds} ms ({Holder})"),
        TruthWait.Permits => Text($"{Wait} {Milliseconds} ms ({Width}, {Holder})"),
        TruthWait.Loop or TruthWait.Connections => Text($"{Wait} {Milliseconds} ms ({Width})"),
        _ => Text($"{Wait} {Milliseconds} ms"),
    };

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

/// <summary>What a step waits for.</summary>
internal enum TruthWait
{
    /// <summary>Thread.Sleep.</summary>
    Sleep,

    /// <summary>A Task that a timer completes.</summary>
    Delay,

    /// <summary>A Task that runs on the pool itself.</summary>
    Work,

    /// <summary>A lock that everybody takes.</summary>
    Lock,

    /// <summary>A semaphore that lets in some.</summary>
    Permits,

    /// <summary>An event that somebody else sets.</summary>
    Signal,

    /// <summary>A parallel loop whose bodies sleep.</summary>
    Loop,

    /// <summary>Bytes on a socket.</summary>
    Socket,

    /// <summary>One of a client's few connections, and its answer.</summary>
    Connections,

    /// <summary>The lookup of a name.</summary>
    Lookup,

    /// <summary>A file.</summary>
    File,

    /// <summary>Its own computing.</summary>
    Compute,

    /// <summary>Its own allocations, and the collector.</summary>
    Collect,
}

/// <summary>What whoever has a lock or a permit does meanwhile; or who sets an event.</summary>
internal enum TruthHolder
{
    /// <summary>It sleeps; or a thread of its own sets the event.</summary>
    Thread,

    /// <summary>It waits for a Task that runs on the pool; or a work item of the pool sets the event.</summary>
    Pool,

    /// <summary>It computes; of an event, as the first.</summary>
    Processor,
}
