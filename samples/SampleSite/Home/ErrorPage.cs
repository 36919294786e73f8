namespace SampleSite.Home;

/// <summary>What an error page says.</summary>
/// <param name="Status">The answer's status code.</param>
/// <param name="Title">What happened, in plain words.</param>
/// <param name="Advice">What to do about it.</param>
public sealed record ErrorPage(int Status, string Title, string Advice);
