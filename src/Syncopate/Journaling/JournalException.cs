namespace Syncopate.Journaling;

/// <summary>A journal that cannot be made, continued or read as a whole. The message names the file, the reason and the
/// next step, and is meant for the user.</summary>
/// <param name="message">The whole story in one or more sentences.</param>
/// <param name="innerException">The failure below it; null when the journal itself is at fault.</param>
internal sealed class JournalException(string message, Exception? innerException = null) : Exception(message, innerException);
