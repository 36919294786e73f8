namespace Syncopate.Watch;

/// <summary>The load that this tool itself put on a URL of the process while it watched.</summary>
/// <param name="Method">Such as "GET".</param>
/// <param name="Url">What was loaded.</param>
/// <param name="Sentence">How, such as "50 users for 10 s".</param>
/// <param name="StartedNanoseconds">When it began, since the watch began: what to add to the times of its intervals.</param>
public sealed record WatchLoad(string Method, string Url, string Sentence, long StartedNanoseconds) : WatchRecord;
