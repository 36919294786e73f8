using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Drawing;

/// <summary>Where the time of one piece of work goes: one bar per form, cut into parts that follow one another.</summary>
internal static class PageSplit
{
    private const int Height = 20;

    /// <summary>A bar for each form of each experiment that has the parts; nothing when none has.</summary>
    public static PageMarkup Picture(IReadOnlyList<ExperimentReport> experiments)
    {
        List<ExperimentReport> split = experiments.Where(Is).ToList();
        if (split is not [{ Split: { } shown } first, ..])
            return None;
        PageScale scale = PageScale.UpTo(split.SelectMany(e => e.Forms).Select(f => Whole(f, shown)));
        return Html($"""
            <h3>{shown.Title}</h3>
            <div class="bars">{split.Select(e => Html($"{e.Forms.Where(f => IsSplit(f, shown)).Select(f => Row(e, f, shown, scale))}"))}</div>
            <p class="legend">{shown.Parts.Select((p, i) => Html($"<span><i class=\"swatch part{i + 1}\"></i>{p.Name}</span>"))}<span>mean of {Wording.Plural(first.Forms[0].Count, shown.Piece)} a form, in turns</span></p>

            """);
    }

    /// <summary>Whether an experiment says where time goes, and so compares nothing.</summary>
    public static bool Is(ExperimentReport experiment) =>
        experiment.Split is { } split && experiment.Forms.Any(form => IsSplit(form, split));

    /// <summary>The experiments of a report that ask which form is better; all of them where none does.</summary>
    public static IReadOnlyList<ExperimentReport> Questions(IReadOnlyList<ExperimentReport> experiments)
    {
        List<ExperimentReport> questions = [.. experiments.Where(e => !Is(e))];
        return questions.Count > 0 ? questions : experiments;
    }

    private static bool IsSplit(FormReport form, TimeSplit split) =>
        split.Parts.All(p => form.Counters.ContainsKey(p.Counter));

    private static double Whole(FormReport form, TimeSplit split) => split.Parts.Sum(p => Part(form, p.Counter));

    private static double Part(FormReport form, string counter) => form.Counters.GetValueOrDefault(counter);

    private static PageMarkup Row(ExperimentReport experiment, FormReport form, TimeSplit split, PageScale scale)
    {
        double whole = Whole(form, split);
        string words =
            $"{form.Label}: {string.Join(", ", split.Parts.Select(p => $"{p.Name} {FigureText.Milliseconds(Part(form, p.Counter))}"))}";
        List<PageMarkup> pieces = [];
        double before = 0.0;
        foreach (var (part, i) in split.Parts.Select((p, i) => (p, i)))
        {
            pieces.Add(
                Join(
                [
                    Html($"""<rect class="part{i + 1}" x="{scale.Percent(before)}%" width="{scale.Percent(Part(form, part.Counter))}%" """),
                    Html($"""height="{Height}"/>"""),
                ]));
            before += Part(form, part.Counter);
        }

        return Join(
        [
            Html($"""<div class="barrow one"><div class="who">{PageTables.Key(form.Form)}<b>{form.Label}</b>"""),
            Html($"""<small>{experiment.Group?.Column ?? ""}</small></div>"""),
            Html($"""<svg class="bar" height="{Height}" role="img" aria-label="{words}">{pieces}"""),
            Html($"""<text class="strong" x="{scale.Percent(whole)}%" dx="8" y="14">"""),
            Html($"""{FigureText.Milliseconds(whole)}</text></svg></div>"""),
        ]);
    }
}
