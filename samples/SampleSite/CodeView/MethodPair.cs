namespace SampleSite.CodeView;

/// <summary>Two methods of a type that do the same in two forms.</summary>
/// <param name="Type">Stands in a file of its own name.</param>
/// <param name="Before">Name of the method in the form one comes from.</param>
/// <param name="After">Name of the method in the form one goes to; the same name for code that both forms use.</param>
public sealed record MethodPair(Type Type, string Before, string After);
