namespace Syncopate;

/// <summary>The shape in which one piece of work is written.</summary>
internal enum Form
{
    /// <summary>Blocks the calling thread until the work is done.</summary>
    Sync,

    /// <summary>Awaits each step; independent steps still follow one another.</summary>
    Async,

    /// <summary>Awaits independent steps together.</summary>
    Parallel,

    /// <summary>The first of two or three targets that a user names; how it is written is not known.</summary>
    A,

    /// <summary>The second of them.</summary>
    B,

    /// <summary>The third of them.</summary>
    C,
}

/// <summary>What forms are called outside of sentences.</summary>
internal static class FormNames
{
    /// <summary>Such as "sync" or "a": as addresses, options, files and styles name the form.</summary>
    public static string InLowerCase(this Form form) => form.ToString().ToLowerInvariant();
}
