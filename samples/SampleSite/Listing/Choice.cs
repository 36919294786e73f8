namespace SampleSite.Listing;

/// <summary>A row that a form offers.</summary>
/// <param name="Id">Its key.</param>
/// <param name="Name">What the visitor reads.</param>
public sealed record Choice(int Id, string Name);
