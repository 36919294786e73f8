using static Syncopate.Reporting.PageMarkup;

namespace Syncopate.Reporting;

/// <summary>Bars from zero on a scale that all forms share: the published figure as an outline, today's solid below it.</summary>
internal sealed class PageBars
{
    private readonly ExperimentReport _experiment;
    private readonly IReadOnlyList<FormReport> _today;
    private readonly bool _inWaits;
    // What the baseline served, then and today: what the other forms served is drawn as a multiple. Null when the two cannot be compared.
    private readonly (double Then, double Today)? _baselineServed;

    private PageBars(ExperimentReport experiment)
    {
        _experiment = experiment;
        // The article's own protocol, where it was driven, is what its figures may be put beside.
        _today = experiment.Profile.Any(f => f.Count > 0) ? experiment.Profile : experiment.Forms;
        // A shorter wait today makes every time shorter: in units of the wait they can share an axis.
        _inWaits = experiment is { WaitMilliseconds: > 0, PublishedWaitMilliseconds: > 0 }
            && experiment.WaitMilliseconds != experiment.PublishedWaitMilliseconds
            && experiment.Published.Any(p => p.Measure == "mean");
        _baselineServed = Published("served", Baseline) is { Value: > 0 } then && _today.FirstOrDefault(f => f.Form == Baseline) is { Count: > 0 } today
            ? (then.Value, today.Count)
            : null;
    }

    /// <summary>Mean answer time and what was served, form by form.</summary>
    public static PageMarkup ThenAndNow(ExperimentReport experiment) => experiment.Forms.Count > 0 ? new PageBars(experiment).Draw() : None;

    /// <summary>The counters that only this experiment has, each on its own scale from zero; nothing when it has none.</summary>
    public static PageMarkup Counters(ExperimentReport experiment)
    {
        var names = experiment.Forms.SelectMany(f => f.Counters.Keys).Distinct(StringComparer.Ordinal).ToList();
        return When(names.Count > 0, Html($"""
            <h3>What only this experiment counts</h3>
            <div class="counters">{names.Select(n => Counter(experiment, n))}</div>

            """));
    }

    private Form Baseline => _experiment.Forms[0].Form;

    private PageMarkup Draw()
    {
        var means = PageScale.UpTo(_today.Select(f => Waits(f.Mean)).Concat(PublishedOf("mean").SelectMany(p => new[] { PublishedWaits(p.Value), PublishedWaits(p.UpperValue ?? 0) })));
        var served = PageScale.UpTo(_today.Select(Served).Concat(PublishedOf("served").Select(PublishedServed)));
        return Html($"""
            <h3>{(_experiment.Published.Count > 0 ? "Published and today" : "Today")}</h3>
            <div class="bars{When(_inWaits, Html($" inwaits"))}"><div class="barrow head" aria-hidden="true"><span></span><span>Mean answer time{(_inWaits ? ", in waits of one call" : "")}</span><span>{(ServedThen ? $"Answers in the run, as a multiple of “{PageWords.Label(_experiment, Baseline)}”" : "Answers a second")}</span></div>
            {_today.Select(f => Row(f, means, served))}</div>
            <p class="legend">{Legend()}</p>

            """);
    }

    private PageMarkup Row(FormReport form, PageScale means, PageScale served)
    {
        var mean = Published("mean", form.Form);
        var count = ServedThen ? Published("served", form.Form) : null;
        return Html($"""
            <div class="barrow"><div class="who">{PageTables.Key(form.Form)}<b>{form.Label}</b>{When(form.LimitMilliseconds > 0, Html($"<small>cannot be under {PageNumbers.Milliseconds(form.LimitMilliseconds)}</small>"))}</div>
            {MeanBar(form, mean, means)}{ServedBar(form, count, served)}</div>

            """);
    }

    private PageMarkup MeanBar(FormReport form, PublishedFigure? published, PageScale scale)
    {
        var today = form.Count > 0 ? PageNumbers.Milliseconds(form.Mean) + WaitWords(Waits(form.Mean)) : "no answer";
        var then = published is null ? "" : PublishedText(published);
        PageBarPair pair = new(form.Form, scale, Waits(form.Mean), today, published is null ? null : PublishedWaits(published.Value),
            published?.UpperValue is { } upper ? PublishedWaits(upper) : null, then, form.LimitMilliseconds > 0 ? Waits(form.LimitMilliseconds) : null);
        return Cell("Mean answer time", pair.Draw($"{form.Label}, mean answer time"));
    }

    private PageMarkup ServedBar(FormReport form, PublishedFigure? published, PageScale scale)
    {
        var today = ServedThen ? PageNumbers.Count(form.Count) + Multiple(Served(form)) : PageNumbers.Significant(form.RequestsPerSecond) + "/s";
        var then = published is null ? "" : PageNumbers.Significant(published.Value) + Multiple(PublishedServed(published));
        PageBarPair pair = new(form.Form, scale, Served(form), today, published is null ? null : PublishedServed(published), null, then, null);
        return Cell(ServedThen ? "Answers in the run" : "Answers a second", pair.Draw($"{form.Label}, {(ServedThen ? "answers in the run" : "answers a second")}"));
    }

    // On a narrow screen the bars stand below each other and the head of the column is gone.
    private static PageMarkup Cell(string head, PageMarkup bar) => Html($"""<div><small class="head" aria-hidden="true">{head}</small>{bar}</div>""");

    private static string Multiple(double factor) => $" · {PageNumbers.Factor(factor)}";

    private string WaitWords(double waits) => _inWaits ? $" · {PageNumbers.Significant(waits)} waits" : "";

    private string PublishedText(PublishedFigure published) =>
        (published.UpperValue is { } upper ? $"{PageNumbers.Significant(published.Value)} to {PageNumbers.Milliseconds(upper)}" : PageNumbers.Milliseconds(published.Value))
        + WaitWords(PublishedWaits(published.UpperValue ?? published.Value));

    private double Waits(double milliseconds) => _inWaits ? milliseconds / _experiment.WaitMilliseconds : milliseconds;

    private double PublishedWaits(double milliseconds) => _inWaits ? milliseconds / _experiment.PublishedWaitMilliseconds : milliseconds;

    private bool ServedThen => _baselineServed is not null;

    private double Served(FormReport form) => _baselineServed is { } baseline ? form.Count / baseline.Today : form.RequestsPerSecond;

    private double PublishedServed(PublishedFigure figure) => _baselineServed is { } baseline ? figure.Value / baseline.Then : 0;

    private PublishedFigure? Published(string measure, Form form) => _experiment.Published.FirstOrDefault(p => p.Measure == measure && p.Form == form);

    private IEnumerable<PublishedFigure> PublishedOf(string measure) =>
        measure == "served" && !ServedThen ? [] : _experiment.Published.Where(p => p.Measure == measure);

    private PageMarkup Legend()
    {
        var then = PublishedOf("mean").Concat(PublishedOf("served")).Select(p => p.Where).Distinct(StringComparer.Ordinal).ToList();
        var waits = $"one wait was {PageNumbers.Milliseconds(_experiment.PublishedWaitMilliseconds)} then and is {PageNumbers.Milliseconds(_experiment.WaitMilliseconds)} today";
        return Html($"""
            {When(then.Count > 0, Html($"<span><i class=\"swatch outline\"></i>published: {string.Join("; ", then)}</span><span><i class=\"swatch solid\"></i>today</span>"))}{When(_today.Any(f => f.LimitMilliseconds > 0), Html($"<span><i class=\"swatch limit\"></i>physical limit</span>"))}{When(_inWaits, Html($"<span>{waits}</span>"))}{When(_today == _experiment.Profile, Html($"<span>{_experiment.ProfileSentence}</span>"))}
            """);
    }

    private static PageMarkup Counter(ExperimentReport experiment, string name)
    {
        var forms = experiment.Forms.Where(f => f.Counters.ContainsKey(name)).ToList();
        var scale = PageScale.UpTo(forms.Select(f => f.Counters[name]));
        return Html($"""
            <div class="bars"><h4>{PageTables.Words(name)}</h4>{forms.Select(f => Html($"""<div class="barrow"><div class="who">{PageTables.Key(f.Form)}<b>{f.Label}</b></div>{CounterBar(f, name, scale)}</div>"""))}</div>
            """);
    }

    private static PageMarkup CounterBar(FormReport form, string name, PageScale scale) =>
        new PageBarPair(form.Form, scale, form.Counters[name], PageNumbers.Significant(form.Counters[name]), null, null, "", null).Draw($"{form.Label}, {PageTables.Words(name)}");
}
