using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Drawing;

/// <summary>Today's bar, with the published one as an outline above it.</summary>
/// <param name="Form">Whose colour it has.</param>
/// <param name="Scale">Shared by all forms.</param>
internal sealed record PageBar(Form Form, PageScale Scale)
{
    private const int OutlineHeight = 12;
    private const int SolidHeight = 18;
    private const int Space = 4;

    /// <summary>Length and label of the solid bar.</summary>
    public required (double Length, string Text) Today { get; init; }

    /// <summary>Lower and upper end and label of the outline; the ends are the same for a single figure. Null for none.</summary>
    public (double Lower, double Upper, string Text)? Published { get; init; }

    /// <summary>Where physics ends; null for no limit.</summary>
    public double? Limit { get; init; }

    /// <summary>The picture.</summary>
    /// <param name="name">What is drawn, for those who cannot see it.</param>
    public PageMarkup Draw(string name)
    {
        int top = Published is null ? 0 : OutlineHeight + Space;
        int height = top + SolidHeight;
        string words = Published is { } then ? $"{name}: {Today.Text} today, {then.Text} published" : $"{name}: {Today.Text}";
        return Join(
        [
            Html($"""<svg class="bar {Wording.Class(Form)}" height="{height}" role="img" aria-label="{words}">{Outline()}"""),
            Html($"""<rect class="solid" y="{top}" width="{Scale.Percent(Today.Length)}%" height="{SolidHeight}" rx="3"/>"""),
            Html($"""<text class="strong" x="{Scale.Percent(Today.Length)}%" dx="8" y="{top + 13}">{Today.Text}</text>"""),
            Html($"""{LimitLine(height)}</svg>"""),
        ]);
    }

    private PageMarkup Outline()
    {
        if (Published is not { } then)
            return None;
        var (from, to) = (Scale.Percent(then.Lower), Scale.Percent(then.Upper));
        PageMarkup range = Html(
            $"""<rect class="outline range" x="{from}%" y="0.75" width="{to - from}%" height="{OutlineHeight - 1}"/>""");
        return Join(
        [
            Html($"""<rect class="outline" y="0.75" width="{from}%" height="{OutlineHeight - 1}" rx="3"/>"""),
            Html($"""{When(to > from, range)}<text x="{Math.Max(from, to)}%" dx="8" y="10">{then.Text}</text>"""),
        ]);
    }

    private PageMarkup LimitLine(int height) => Limit is { } limit
        ? Html($"""<line class="limit" x1="{Scale.Percent(limit)}%" x2="{Scale.Percent(limit)}%" y1="-3" y2="{height + 3}"/>""")
        : None;
}
