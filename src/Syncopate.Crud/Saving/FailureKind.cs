namespace Syncopate.Crud.Saving;

/// <summary>What kind of trouble a database reports, in the terms of all of them.</summary>
internal enum FailureKind
{
    Unique,
    ForeignKey,
    NotNull,
    Check,
    TooLong,

    /// <summary>A value that no column of this kind can hold: a number or a time that is too large, a character that a text cannot have.</summary>
    Unfit,

    /// <summary>A deadlock, a serialisation failure, a lock: nothing was saved, and the same again may succeed.</summary>
    Contention,

    /// <summary>Not reached, or lost.</summary>
    Away,

    /// <summary>No room left.</summary>
    Full,
}
