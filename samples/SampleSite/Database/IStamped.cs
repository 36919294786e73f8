namespace SampleSite.Database;

/// <summary>A row that knows when it was last changed, and how often. <see cref="Stamps"/> writes both, at every save.</summary>
public interface IStamped
{
    /// <summary>In UTC.</summary>
    DateTime LastUpdated { get; set; }

    /// <summary>Rises with every change. The same value on both providers is what a save compares, to notice a change
    /// by somebody else.</summary>
    int Version { get; set; }
}
