namespace Syncopate.Calling;

/// <summary>What was asked for cannot be done as it is written; the message is for the user.</summary>
/// <param name="message">A complete sentence.</param>
internal sealed class FormsFault(string message) : Exception(message);
