namespace Syncopate.Analyzers.Rewriting.Sites;

/// <summary>The change that a place takes, or why it takes none.</summary>
/// <param name="Site">The change.</param>
/// <param name="Obstacle">A sentence.</param>
internal sealed record SiteAnswer(Site? Site, string? Obstacle)
{
    public static implicit operator SiteAnswer(Site site) => new(site, null);

    public static implicit operator SiteAnswer(string obstacle) => new(null, obstacle);
}
