namespace SampleSite.Tags;

/// <summary>Two people changed the same tag: what one wanted to save beside what the other has saved.</summary>
/// <param name="Mine">What this visitor entered; its version is now that of the other's, so that saving it again is a decision.</param>
/// <param name="Current">What the tag holds now.</param>
public sealed record TagConflict(TagForm Mine, TagDetail Current);
