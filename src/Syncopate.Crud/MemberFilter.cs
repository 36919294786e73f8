namespace Syncopate.Crud;

/// <summary>One condition that a user set, on a member of the DTO.</summary>
/// <param name="Member">Its name, in any case.</param>
/// <param name="Comparison">How it is compared.</param>
/// <param name="Value">What with, as text in the invariant culture; null or empty compares with null, and with the empty text where the member is a text.</param>
public sealed record MemberFilter(string Member, FilterComparison Comparison, string? Value);
