namespace Syncopate.Reporting;

/// <summary>One reason why a table is as it is.</summary>
/// <param name="Title">What it is about, a few words.</param>
/// <param name="Text">The reason, with the figures it rests on.</param>
public sealed record GroupReason(string Title, string Text);
