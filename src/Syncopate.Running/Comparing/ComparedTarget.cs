using Syncopate.Running.Servers;

namespace Syncopate.Running.Comparing;

/// <summary>One of the two or three targets that a user compares.</summary>
/// <param name="Form">A, B or C.</param>
/// <param name="Label">What a reader calls it, such as "A /orders".</param>
/// <param name="Description">The whole of it, such as its URL.</param>
/// <param name="Path">Path and query of the request, starting with "/".</param>
/// <param name="Server">Where its server comes from.</param>
internal sealed record ComparedTarget(Form Form, string Label, string Description, string Path, IServerSource Server);
