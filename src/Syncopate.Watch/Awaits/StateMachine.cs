namespace Syncopate.Watch.Awaits;

/// <summary>An async method as the compiler left it, and where it stands in the source.</summary>
/// <param name="TypeName">Full name of its state machine as reflection writes it, such as
/// "Shop.OrderService+&lt;LoadAsync&gt;d__4".</param>
/// <param name="Method">Type and method as one says it, such as "OrderService.LoadAsync".</param>
/// <param name="File">Source file; null without a portable PDB.</param>
/// <param name="Line">Line of its first statement.</param>
/// <param name="Awaits">File and line of each <c>await</c>, by the number of its state; null for one that is not known.</param>
internal sealed record StateMachine(string TypeName, string Method, string? File, int? Line, IReadOnlyList<SourcePlace?> Awaits)
{
    /// <summary>True for a method that has no state machine, as the runtime suspends and resumes it; its awaits are not known.</summary>
    public bool IsRuntimeAsync { get; init; }

    /// <summary>Where the <c>await</c> of a state stands.</summary>
    public SourcePlace? Await(int? state) => state is { } number && number >= 0 && number < Awaits.Count ? Awaits[number] : null;
}

/// <summary>A line of a source file.</summary>
internal sealed record SourcePlace(string File, int Line);
