namespace SampleSite.Posts;

/// <summary>Two people changed the same post: what one wanted to save beside what the other has saved.</summary>
/// <param name="Mine">What this visitor entered; its version is now that of the other's, so that saving it again is a decision.</param>
/// <param name="Current">What the post holds now.</param>
public sealed record PostConflict(PostForm Mine, PostDetail Current);
