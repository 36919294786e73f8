namespace SampleSite;

/// <summary>One form of a demonstration, as its links show it.</summary>
/// <param name="Form">How it is written.</param>
/// <param name="Name">What its tab says.</param>
/// <param name="Url">Where it is.</param>
/// <param name="Summary">What this form does, in one sentence.</param>
public sealed record DemoForm(Form Form, string Name, string Url, string Summary)
{
    /// <summary>The class that colours it.</summary>
    public string Colour => Form.ToString().ToLowerInvariant();
}
