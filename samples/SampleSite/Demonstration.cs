namespace SampleSite;

/// <summary>One thing the site shows, in two or three forms.</summary>
/// <param name="Id">Its name in addresses.</param>
/// <param name="Topic">Its word in the navigation; two demonstrations may share one.</param>
/// <param name="Title">Its name on pages.</param>
/// <param name="Question">What a visitor can find out with it, in one sentence.</param>
/// <param name="Explanation">What happens and what to look for.</param>
/// <param name="Home">Where its link in the navigation leads.</param>
/// <param name="Forms">From the form that waits most to the one that waits least.</param>
public sealed record Demonstration(
    string Id, string Topic, string Title, string Question, string Explanation, string Home, IReadOnlyList<DemoForm> Forms)
{
    /// <summary>Where its source is shown.</summary>
    public string CodeUrl => $"/code/{Id}";

    /// <summary>Finds the form that is written in the given way.</summary>
    public DemoForm this[Form form] => Forms.First(candidate => candidate.Form == form);
}
