namespace SampleSite.CodeView;

/// <summary>Two methods that do the same in two forms.</summary>
/// <param name="Type">Where the first stands, in a file of its own name.</param>
/// <param name="Before">Name of the method in the form one comes from.</param>
/// <param name="After">Name of the method in the form one goes to; the same name in the same type for code that both forms use.</param>
/// <param name="AfterType">Where the second stands; null for the same type.</param>
public sealed record MethodPair(Type Type, string Before, string After, Type? AfterType = null)
{
    /// <summary>Whether the two forms differ in it.</summary>
    public bool Differs => AfterType is not null || Before != After;
}
