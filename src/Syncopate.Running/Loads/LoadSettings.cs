using Syncopate.Load;

namespace Syncopate.Running.Loads;

/// <summary>A load as it is asked for, checked; which server gets it is said elsewhere.</summary>
/// <param name="Shape">Users and how much they send, or the rate.</param>
/// <param name="RequestTo">The request to a path, in this shape.</param>
/// <param name="Options">Timeout, version, certificates, threads.</param>
/// <param name="AllowedHosts">Hosts beside this machine that may be loaded.</param>
/// <param name="Scenario">What each user goes through, instead of one request; null for one request.</param>
/// <param name="Words">The options as they would be typed again; values of headers and texts of bodies are left out, as
/// they may be secrets.</param>
internal sealed record LoadSettings(
    LoadShape Shape, Func<string, LoadRequest> RequestTo, LoadOptions Options, IReadOnlyList<string> AllowedHosts, LoadScenario? Scenario,
    IReadOnlyList<string> Words);
