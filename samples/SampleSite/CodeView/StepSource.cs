namespace SampleSite.CodeView;

/// <summary>Which methods show the way from one form to the next.</summary>
/// <param name="From">The form one comes from.</param>
/// <param name="To">The form one goes to.</param>
/// <param name="Remark">What to look for.</param>
/// <param name="Methods">In the order of reading.</param>
public sealed record StepSource(Form From, Form To, string Remark, params IReadOnlyList<MethodPair> Methods);
