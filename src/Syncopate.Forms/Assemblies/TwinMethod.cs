namespace Syncopate.Assemblies;

/// <summary>A method of an assembly as its metadata reports it.</summary>
/// <param name="Token">By which the runtime finds it.</param>
/// <param name="Name">Its name.</param>
/// <param name="IsStatic">Whether it needs no instance.</param>
/// <param name="IsGeneric">Whether it has type parameters.</param>
/// <param name="Returns">Its result as C# writes it.</param>
/// <param name="Parameters">In order.</param>
internal sealed record TwinMethod(
    int Token, string Name, bool IsStatic, bool IsGeneric, string Returns, IReadOnlyList<TwinParameter> Parameters)
{
    /// <summary>Such as "string Find(int id)".</summary>
    public string Signature => $"{Returns} {Name}({string.Join(", ", Parameters.Select(p => $"{p.Type} {p.Name}"))})";

    /// <summary>Whether it gives a task.</summary>
    public bool GivesTask => Returns is "Task" or "ValueTask" || Returns.StartsWith("Task<", StringComparison.Ordinal)
        || Returns.StartsWith("ValueTask<", StringComparison.Ordinal);

    /// <summary>What a caller must know of; a token is given by whoever calls.</summary>
    public IReadOnlyList<TwinParameter> Own => [.. Parameters.Where(p => !p.IsToken)];

    /// <summary>Whether it does the same work as another by its parameters.</summary>
    public bool IsLike(TwinMethod other) => IsStatic == other.IsStatic && IsGeneric == other.IsGeneric
        && Own.Select(p => p.Type).SequenceEqual(other.Own.Select(p => p.Type), StringComparer.Ordinal);
}

/// <summary>A parameter of a method.</summary>
/// <param name="Type">As C# writes it.</param>
/// <param name="Name">Its name.</param>
/// <param name="IsOptional">Whether it may be left out.</param>
internal sealed record TwinParameter(string Type, string Name, bool IsOptional)
{
    /// <summary>Whether it is a token that stops the call.</summary>
    public bool IsToken => Type == "CancellationToken";
}
