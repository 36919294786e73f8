namespace Syncopate.Watch.Jobs;

/// <summary>A copy of a program, which is started in its place.</summary>
/// <param name="Command">The command that starts it, in words.</param>
/// <param name="Methods">The methods in it that report themselves.</param>
/// <param name="Files">Its files; they go when this is disposed.</param>
internal sealed record WatchedCopy(
    IReadOnlyList<string> Command, IReadOnlyList<WovenMethod> Methods, IDisposable Files);
