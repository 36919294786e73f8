namespace Syncopate.Calling;

/// <summary>What a form threw: the first exception of a kind in a load.</summary>
/// <param name="Label">What a reader calls the form.</param>
/// <param name="Kind">Name of the exception's type, as failures are counted.</param>
/// <param name="Text">The exception and its place, as <see cref="ThrownText"/> writes them.</param>
internal sealed record ThrownCall(string Label, string Kind, string Text);
