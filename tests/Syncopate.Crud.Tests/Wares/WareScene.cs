namespace Syncopate.Crud.Tests.Wares;

/// <summary>What is around one call.</summary>
/// <param name="Around">What its caller has begun.</param>
/// <param name="Rival">What another user does to the same row.</param>
/// <param name="Trouble">What else happens.</param>
/// <param name="Passing">Commands that go well before it.</param>
/// <param name="Times">How often it happens, where it can happen more than once.</param>
internal sealed record WareScene(Around Around, Rival Rival, Trouble Trouble, int Passing, int Times)
{
    /// <summary>How many rows the context knows already.</summary>
    public int Known { get; init; }

    /// <summary>The key of the row that the caller has saved itself.</summary>
    public int Own { get; init; }

    /// <summary>How often a save may be repeated.</summary>
    public int Retries { get; init; }

    /// <summary>Whether each save is noted.</summary>
    public bool IsAudited { get; init; }

    /// <summary>Whether the other user also removes the crate, where that has a table of its own: the class begins with one.</summary>
    public bool LosesCrate { get; init; }

    public bool IsWithin => Rival is Rival.ChangesWithin or Rival.RemovesWithin;

    public bool Removes => Rival is Rival.RemovesBefore or Rival.RemovesWithin;

    /// <param name="random">Decides.</param>
    /// <param name="isPostgres">Whether a scope may stand around a call, and two users may write at once.</param>
    /// <param name="isMade">Whether the database makes the key: one that a cancelled call has taken is lost to it, and later
    /// rows of the two databases would differ.</param>
    public static WareScene Next(Random random, bool isPostgres, bool isMade)
    {
        Around around = (Around)random.Next(isPostgres ? 3 : 2);
        Rival rival = (Rival)Math.Max(0, random.Next(12) - 7);
        Trouble trouble = (Trouble)Math.Max(0, random.Next(12) - 7);

        // Another user would wait for a transaction on SQLite; one with a snapshot sees nothing of him.
        bool isOpen = around == Around.Nothing || around == Around.Transaction && isPostgres;
        Rival met = isOpen ? rival : Rival.None;

        // What is cancelled is done in one form alone: another user would change one of the two databases only.
        return new WareScene(
            around,
            met,
            trouble == Trouble.Cancellation && (isMade || met != Rival.None) ? Trouble.None : trouble,
            random.Next(4),
            random.Next(1, 4))
        {
            Known = random.Next(4),
            Own = random.Next(20_000, 1_000_000),
            Retries = random.Next(4),
            IsAudited = random.Next(4) > 0,
            LosesCrate = random.Next(2) == 0,
        };
    }
}

internal enum Around
{
    Nothing,
    Transaction,
    Scope,
}

/// <summary>What another user does to the row, before the call or between its reading and its writing.</summary>
internal enum Rival
{
    None,
    ChangesBefore,
    RemovesBefore,
    ChangesWithin,
    RemovesWithin,
}

internal enum Trouble
{
    None,
    Cancellation,
    Deadlock,

    /// <summary>What follows the save says that its database is busy.</summary>
    BusyLater,

    /// <summary>What follows the save has a bug.</summary>
    BugLater,
}
