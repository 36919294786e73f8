namespace Syncopate.Assemblies;

/// <summary>Two methods of one type that do the same, one of which gives a task: <c>Find</c> and <c>FindAsync</c>.</summary>
/// <param name="Type">The type as C# writes it, with its namespace.</param>
/// <param name="Sync">The plain one.</param>
/// <param name="Async">The one that gives a task.</param>
/// <param name="Obstacle">Why no arguments make it callable, such as a type that cannot be made; null for nothing.</param>
internal sealed record Twin(string Type, TwinMethod Sync, TwinMethod Async, string? Obstacle)
{
    /// <summary>Why it cannot be called without arguments; null when it can.</summary>
    public string? WhyNot => Obstacle ?? (Needed.Count == 0 ? null
        : $"takes {string.Join(", ", Needed.Select(p => $"{p.Type} {p.Name}"))}");

    /// <summary>What to write behind <c>--method</c>, with the types of arguments that have no value here.</summary>
    public string Call => $"{Type}.{Sync.Name}({string.Join(", ", Needed.Select(p => p.Type))})";

    private List<TwinParameter> Needed => [.. Sync.Own.Where(p => !p.IsOptional)];
}
