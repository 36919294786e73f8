namespace Syncopate.Crud;

/// <summary>One condition that a user set, on a member of the DTO.</summary>
/// <param name="Member">Its name, in any case.</param>
/// <param name="Comparison">How it is compared.</param>
/// <param name="Value">What with, as text in the invariant culture; null or empty compares with null, and with the
/// empty text where the member is a text.</param>
public sealed record MemberFilter(string Member, FilterComparison Comparison, string? Value);

/// <summary>How a member is compared with a value. Upper and lower case are distinguished as the database does it.</summary>
public enum FilterComparison
{
    /// <summary>The same value.</summary>
    Equal,

    /// <summary>Another value.</summary>
    NotEqual,

    /// <summary>Numbers and times: less or earlier.</summary>
    Less,

    /// <summary>Numbers and times: the same, less or earlier.</summary>
    AtMost,

    /// <summary>Numbers and times: more or later.</summary>
    More,

    /// <summary>Numbers and times: the same, more or later.</summary>
    AtLeast,

    /// <summary>Texts: the value stands somewhere in it.</summary>
    Contains,

    /// <summary>Texts: it begins with the value.</summary>
    StartsWith,
}
