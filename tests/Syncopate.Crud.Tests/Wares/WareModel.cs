namespace Syncopate.Crud.Tests.Wares;

/// <summary>One of the models that the trials go through.</summary>
/// <param name="Token">What a save compares.</param>
/// <param name="Crate">How the value inside a ware is stored.</param>
/// <param name="HasItemTable">Whether the items of a ware have a table of their own, else a JSON column.</param>
/// <param name="SecondDigits">Digits of a second in the column for a time.</param>
/// <param name="HasMoney">Whether a price is PostgreSQL's money, else a decimal with two places.</param>
/// <param name="IsOverridden">Whether the context has a SaveChanges of its own.</param>
public sealed record WareModel(
    WareToken Token, WareCrate Crate, bool HasItemTable, int SecondDigits, bool HasMoney, bool IsOverridden)
{
    /// <summary>Whether the round of a crate is compared, where that lies in columns.</summary>
    public bool HasRound { get; init; }

    /// <summary>A few numbers in a row have every token, and all else drawn.</summary>
    public static WareModel Of(int number, bool isPostgres)
    {
        Random random = new(number);
        return new WareModel(
            (WareToken)(number % (isPostgres ? 3 : 2)),
            (WareCrate)random.Next(4),
            random.Next(2) == 0,
            3 * random.Next(3),
            random.Next(2) == 0,
            random.Next(2) == 0)
        {
            HasRound = random.Next(2) == 0,
        };
    }
}

public enum WareToken
{
    None,
    Version,

    /// <summary>The xmin of PostgreSQL.</summary>
    Stamp,
}

public enum WareCrate
{
    Json,
    Columns,
    Complex,

    /// <summary>Owned, in a table of its own.</summary>
    Table,
}
