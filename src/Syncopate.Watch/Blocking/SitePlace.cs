namespace Syncopate.Watch.Blocking;

/// <summary>What a blocked place is called, and where it stands.</summary>
/// <param name="Name">The method, the route, or what is nearest to them.</param>
/// <param name="File">Source file; null when it is not known.</param>
/// <param name="Line">Line of the call.</param>
/// <param name="Guard">As <see cref="BlockedStack.Guard"/>.</param>
/// <param name="IsPolling">As <see cref="BlockedStack.IsPolling"/>.</param>
internal sealed record SitePlace(
    string Name, string? File = null, int? Line = null, string? Guard = null, bool IsPolling = false);
