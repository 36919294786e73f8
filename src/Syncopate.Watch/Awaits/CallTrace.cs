namespace Syncopate.Watch.Awaits;

/// <summary>One call of an async method, or one other operation that was awaited. Times are in ms of one clock; written
/// by one reader, and only read once that has ended.</summary>
internal sealed class CallTrace(string? name)
{
    /// <summary>State machine of an async method, such as "&lt;LoadAsync&gt;d__4", or name of an operation, such as
    /// "Task.Delay"; null when the runtime does not report it.</summary>
    public string? Name { get; } = name;

    /// <summary>True for an async method.</summary>
    public bool IsMethod { get; init; }

    /// <summary>True for what only waits for others, such as "Task.WhenAll".</summary>
    public bool IsCombinator => Name is "Task.WhenAll" or "Task.WhenAny";

    /// <summary>Where the method stands in the program's own code; null for all others.</summary>
    public StateMachine? Machine { get; set; }

    /// <summary>When it began; not a number when that was not seen.</summary>
    public double Start { get; set; } = double.NaN;

    /// <summary>When it first suspended; null while it has not.</summary>
    public double? FirstSuspended { get; set; }

    /// <summary>When it ended; null while it has not.</summary>
    public double? End { get; set; }

    /// <summary>The call that made or awaited it.</summary>
    public CallTrace? Parent { get; set; }

    /// <summary>Its suspensions in order; the last one may be under way.</summary>
    public List<CallWait> Waits { get; } = [];

    /// <summary>Threads that its code ran on, as the system numbers them.</summary>
    public HashSet<int> Threads { get; } = [];

    /// <summary>True when both ends were seen.</summary>
    public bool IsWhole => !double.IsNaN(Start) && End is not null;

    /// <summary>From beginning to end; 0 unless both were seen.</summary>
    public double Milliseconds => IsWhole ? End.GetValueOrDefault() - Start : 0;

    /// <summary>Begins a suspension, or says for what the one just begun is.</summary>
    public void Suspend(double at, CallTrace? awaited, int? state = null)
    {
        FirstSuspended ??= at;
        if (Waits is [.., { IsOver: false } open])
            open.On ??= awaited;
        else
            Waits.Add(new CallWait(at) { On = awaited, State = state });
    }

    /// <summary>Ends the suspension under way.</summary>
    public void Resume(double at, int thread)
    {
        Threads.Add(thread);
        if (Waits is [.., { IsOver: false } open])
            open.To = at;
    }
}

/// <summary>One suspension of a call.</summary>
internal sealed class CallWait(double from)
{
    /// <summary>When it began.</summary>
    public double From { get; } = from;

    /// <summary>When the call went on; not a number while it waits.</summary>
    public double To { get; set; } = double.NaN;

    /// <summary>What it waited for; null when that was not reported.</summary>
    public CallTrace? On { get; set; }

    /// <summary>Number of the <c>await</c> in its method; null when that was not reported.</summary>
    public int? State { get; set; }

    /// <summary>True when the call went on.</summary>
    public bool IsOver => !double.IsNaN(To);
}
