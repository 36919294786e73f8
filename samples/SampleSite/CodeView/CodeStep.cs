namespace SampleSite.CodeView;

/// <summary>The way from one form of a demonstration to the next, with its code.</summary>
/// <param name="Before">The form one comes from.</param>
/// <param name="After">The form one goes to.</param>
/// <param name="Remark">What to look for.</param>
/// <param name="Comparisons">The methods that differ.</param>
/// <param name="Unchanged">The methods that both forms use as they are.</param>
public sealed record CodeStep(
    DemoForm Before, DemoForm After, string Remark, IReadOnlyList<CodeComparison> Comparisons, IReadOnlyList<CodePane> Unchanged)
{
    /// <summary>Cuts the methods out of their files and compares them.</summary>
    public static CodeStep Of(Demonstration demo, StepSource source)
    {
        DemoForm before = demo[source.From];
        DemoForm after = demo[source.To];
        IEnumerable<MethodPair> different = source.Methods.Where(static pair => pair.Differs);
        IEnumerable<MethodPair> unchanged = source.Methods.Where(static pair => !pair.Differs);

        return new CodeStep(
            before,
            after,
            source.Remark,
            [.. different.Select(pair => CodeComparison.Of(before, MethodSource.Of(pair.Type, pair.Before), after, MethodSource.Of(pair.AfterType ?? pair.Type, pair.After)))],
            [.. unchanged.Select(pair => CodePane.Of(MethodSource.Of(pair.Type, pair.Before)))]);
    }
}
