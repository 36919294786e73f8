namespace Syncopate.Crud;

/// <summary>How a call ended, from what the user did; a programmer's mistake is an exception instead.</summary>
public enum Outcome
{
    /// <summary>What was asked has been done.</summary>
    Done,

    /// <summary>No row has this key, or none fits the condition.</summary>
    NotFound,

    /// <summary>What was sent breaks a rule of the data; nothing was saved. The errors tell which.</summary>
    Invalid,

    /// <summary>Somebody else changed or deleted the row since it was read; nothing was saved.</summary>
    Conflict,

    /// <summary>The database could not answer now: it is away, locked or full. Nothing was saved, unless <see cref="Result.MayBeSaved"/> says otherwise; the same call may succeed later.</summary>
    Unavailable,
}
