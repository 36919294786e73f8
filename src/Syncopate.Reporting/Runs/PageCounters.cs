using Syncopate.Reporting.Drawing;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Runs;

/// <summary>The counters that only one experiment has, such as how many losers of a race were stopped.</summary>
internal static class PageCounters
{
    /// <summary>Each counter on its own scale from zero; nothing when there is none.</summary>
    public static PageMarkup Bars(ExperimentReport experiment)
    {
        List<string> names = experiment.Forms.SelectMany(f => f.Counters.Keys).Distinct(StringComparer.Ordinal).ToList();
        return When(names.Count > 0, Html($"""
            <h3>Experiment-specific counters</h3>
            <div class="counters">{names.Select(n => Counter(experiment, n))}</div>

            """));
    }

    private static PageMarkup Counter(ExperimentReport experiment, string name)
    {
        List<FormReport> forms = experiment.Forms.Where(f => f.Counters.ContainsKey(name)).ToList();
        PageScale scale = PageScale.UpTo(forms.Select(f => f.Counters[name]));
        return Html($"""
            <div class="bars"><h4>{PageTables.Words(name)}</h4>{forms.Select(f => Row(f, name, scale))}</div>

            """);
    }

    private static PageMarkup Row(FormReport form, string name, PageScale scale)
    {
        PageBar bar = new(form.Form, scale) { Today = (form.Counters[name], FigureText.Significant(form.Counters[name])) };
        return Join(
        [
            Html($"""<div class="barrow"><div class="who">{PageTables.Key(form.Form)}<b>{form.Label}</b></div>"""),
            Html($"""{bar.Draw($"{form.Label}, {PageTables.Words(name)}")}</div>"""),
        ]);
    }
}
