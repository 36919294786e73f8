namespace Syncopate.Crud;

/// <summary>Some rows of a list, and where in it they stand.</summary>
/// <typeparam name="T">One row.</typeparam>
/// <param name="Items">At most <paramref name="Size"/>, in the order asked for.</param>
/// <param name="Number">From 1.</param>
/// <param name="Size">Rows on a full page.</param>
/// <param name="Total">Rows on all pages, counted before the rows were read, outside a transaction; null when the
/// request did not ask for it.</param>
public sealed record Page<T>(IReadOnlyList<T> Items, int Number, int Size, int? Total)
{
    /// <summary>At least 1, for an empty list too; null when nobody counted.</summary>
    public int? Count => Total is { } total ? Math.Max(1, (total + Size - 1) / Size) : null;

    /// <summary>True unless this is the first.</summary>
    public bool HasPrevious => Number > 1;

    /// <summary>True when another page follows. Without a count, a full page is taken to have one.</summary>
    public bool HasNext => Count is { } count ? Number < count : Items.Count == Size;
}
