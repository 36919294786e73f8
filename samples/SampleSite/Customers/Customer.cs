namespace SampleSite.Customers;

/// <summary>A customer.</summary>
/// <param name="Id">From 1.</param>
/// <param name="Name">Invented.</param>
/// <param name="City">Where the customer lives.</param>
/// <param name="Rating">0 to 999; null where it was not computed.</param>
public sealed record Customer(int Id, string Name, string City, int? Rating = null);
