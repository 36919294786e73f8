namespace Syncopate.Watch;

/// <summary>An async method of a woven copy.</summary>
/// <param name="Number">What its figures are reported by.</param>
/// <param name="Machine">Full name of its state machine, as reflection writes it.</param>
/// <param name="Assembly">Path of the original assembly, which has the PDB that fits.</param>
/// <param name="Awaits">Its awaits, by the number of their state.</param>
internal sealed record WovenMethod(int Number, string Machine, string Assembly, IReadOnlyDictionary<int, WovenAwait> Awaits)
{
    /// <summary>True when others say that it returns a task: an interface, a base class, a delegate, or the convention
    /// for middleware. It cannot be made synchronous by itself.</summary>
    public bool IsGiven { get; init; }
}

/// <summary>One <c>await</c> of a woven method.</summary>
/// <param name="Name">The awaited method, such as "Task.Delay"; null when what is awaited was kept in a variable or
/// does not come from a call.</param>
/// <param name="Method">Full name of the state machine of the awaited method when that is woven too; null for others.</param>
internal sealed record WovenAwait(string? Name, string? Method);
