using Syncopate.Reporting.Figures;

using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Drawing;

/// <summary>The figures in full, for whoever wants to check a picture.</summary>
internal static class PageTables
{
    /// <summary>Every figure of every form; folded away, those of the article's own protocol where one was driven.</summary>
    public static PageMarkup Figures(ExperimentReport experiment) => Figures(experiment, Figure.Tabulated);

    /// <summary>The same of these figures.</summary>
    internal static PageMarkup Figures(ExperimentReport experiment, IReadOnlyList<Figure> tabulated)
    {
        PageMarkup Forms(string name, IReadOnlyList<FormReport> all) => When(all.Count > 0, Wrap(name, Html($"""
            <thead class="figures"><tr>{Head(experiment.Piece, tabulated)}</tr></thead>
            <tbody class="figures">{all.Select(form => FormRow(form, tabulated))}</tbody>
            """)));
        return Html($"""
            {Forms("Figures of each form", experiment.Forms)}{When(experiment.Profile.Count > 0, Html($"""
            <details><summary>Figures of the article’s own protocol</summary><p class="note">{experiment.ProfileSentence}</p>
            {Forms("Figures of the article’s own protocol", experiment.Profile)}</details>
            """))}
            """);
    }

    /// <summary>What the article printed, form by form, and where; nothing when it printed no figure.</summary>
    public static PageMarkup Published(ExperimentReport experiment) => When(experiment.Published.Count > 0, Html($"""
        <details><summary>What was published</summary>
        {Wrap("Published figures", Html($"""
            <thead><tr><th scope="col">Form</th><th scope="col">Measure</th><th scope="col" class="num">Published</th><th scope="col">Where</th></tr></thead>
            <tbody>{experiment.Published.Select(p => PublishedRow(experiment, p))}</tbody>
            """))}</details>

        """));

    /// <summary>A table that scrolls by itself when the screen is narrower; reachable by keyboard, as it may have to be scrolled.</summary>
    public static PageMarkup Wrap(string name, PageMarkup rows) => Html($"""
        <div class="wide" role="region" aria-label="{name}" tabindex="0"><table>{rows}</table></div>

        """);

    private static PageMarkup Head(string piece, IReadOnlyList<Figure> tabulated) => Join(
    [
        Html($"""<th scope="col">Form</th>"""),
        .. tabulated.Select(figure => Html($"""<th scope="col">{figure.Heading?.Invoke(piece)}</th>""")),
    ]);

    private static PageMarkup FormRow(FormReport form, IReadOnlyList<Figure> tabulated) => Join(
    [
        Html($"""<tr><th scope="row">{Key(form.Form)}{form.Label}</th>"""),
        Html($"""{tabulated.Select(figure => Html($"<td>{figure.Cell(form)}</td>"))}</tr>"""),
    ]);

    private static PageMarkup PublishedRow(ExperimentReport experiment, PublishedFigure figure)
    {
        string value = figure.UpperValue is { } upper
            ? $"{FigureText.Significant(figure.Value)} to {FigureText.Significant(upper)}"
            : (figure.IsOver ? "over " : "") + FigureText.Significant(figure.Value);
        return Join(
        [
            Html($"""<tr><th scope="row">{Key(figure.Form)}{Wording.Label(experiment, figure.Form)}</th>"""),
            Html($"""<td>{Measure(experiment, figure)}</td><td class="num">{value}</td><td>{figure.Where}</td></tr>"""),
        ]);
    }

    /// <summary>The coloured square before a form's name.</summary>
    public static PageMarkup Key(Form form) => Html($"""<i class="key {Wording.Class(form)}"></i>""");

    private static string Measure(ExperimentReport experiment, PublishedFigure figure) =>
        PublishedMeasure.Of(figure.Measure, experiment.Measures)?.Heading ?? Words(figure.Measure);

    /// <summary>A camel-case name as words: "losersStopped" is "Losers stopped".</summary>
    public static string Words(string name) =>
        string.Concat(name.Select((c, i) => i == 0 ? char.ToUpperInvariant(c).ToString()
            : char.IsAsciiLetterUpper(c) ? $" {char.ToLowerInvariant(c)}"
            : c.ToString()));
}
