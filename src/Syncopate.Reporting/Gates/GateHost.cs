namespace Syncopate.Reporting.Gates;

/// <summary>What a gate takes from whoever asks for it: where results are read, and somebody who listens.</summary>
internal sealed record GateHost
{
    /// <summary>Reads the result of a path.</summary>
    public Func<string, GateResult> Read { get; init; } = GateResult.Read;

    /// <summary>Finds the baseline of a result elsewhere than in a file; null where none is looked for.</summary>
    public Func<GateResult, CancellationToken, Task<GateResult>>? FindBaseline { get; init; }

    /// <summary>Receives, in sentences, what was written and what was not needed.</summary>
    public Action<string> Say { get; init; } = static _ => { };

    /// <summary>Receives, in sentences, what could not be written.</summary>
    public Action<string> SayFault { get; init; } = static _ => { };
}
