namespace Syncopate.Running.Comparing;

/// <summary>A program with its arguments, to be run without a shell.</summary>
/// <param name="Form">A, B or C.</param>
/// <param name="Text">As the user wrote it.</param>
/// <param name="Words">The program, then its arguments.</param>
internal sealed record ComparedCommand(Form Form, string Text, IReadOnlyList<string> Words);
