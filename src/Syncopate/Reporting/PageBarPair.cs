using static Syncopate.Reporting.PageMarkup;

namespace Syncopate.Reporting;

/// <summary>Today's bar, with the published one as an outline above it.</summary>
/// <param name="Form">Whose colour it has.</param>
/// <param name="Scale">Shared by all forms.</param>
/// <param name="Today">Length of the solid bar.</param>
/// <param name="TodayText">Its label.</param>
/// <param name="Published">Length of the outline; null for none.</param>
/// <param name="PublishedUpper">Upper end of a printed range; null for a single figure.</param>
/// <param name="PublishedText">Label of the outline.</param>
/// <param name="Limit">Where physics ends; null for no limit.</param>
internal sealed record PageBarPair(
    Form Form, PageScale Scale, double Today, string TodayText, double? Published, double? PublishedUpper, string PublishedText, double? Limit)
{
    private const int OutlineHeight = 12;
    private const int SolidHeight = 18;
    private const int Space = 4;

    /// <summary>The picture.</summary>
    /// <param name="name">What is drawn, for those who cannot see it.</param>
    public PageMarkup Draw(string name)
    {
        var top = Published is null ? 0 : OutlineHeight + Space;
        var height = top + SolidHeight;
        var words = Published is null ? $"{name}: {TodayText}" : $"{name}: {TodayText} today, {PublishedText} published";
        return Html($"""
            <svg class="bar {PageWords.Class(Form)}" height="{height}" role="img" aria-label="{words}">{Outline()}<rect class="solid" y="{top}" width="{Scale.Percent(Today)}%" height="{SolidHeight}" rx="3"/><text class="strong" x="{Scale.Percent(Today)}%" dx="8" y="{top + 13}">{TodayText}</text>{When(Limit is not null, Html($"<line class=\"limit\" x1=\"{Scale.Percent(Limit ?? 0)}%\" x2=\"{Scale.Percent(Limit ?? 0)}%\" y1=\"-3\" y2=\"{height + 3}\"/>"))}</svg>
            """);
    }

    private PageMarkup Outline()
    {
        if (Published is not { } published)
            return None;
        var (from, to) = (Scale.Percent(published), Scale.Percent(PublishedUpper ?? published));
        return Html($"""<rect class="outline" y="0.75" width="{from}%" height="{OutlineHeight - 1}" rx="3"/>{When(to > from, Html($"<rect class=\"outline range\" x=\"{from}%\" y=\"0.75\" width=\"{to - from}%\" height=\"{OutlineHeight - 1}\"/>"))}<text x="{to}%" dx="8" y="10">{PublishedText}</text>""");
    }
}
