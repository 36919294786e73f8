using Syncopate.Reporting.Drawing;
using Syncopate.Texts;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Runs;

/// <summary>Bars from zero on scales that all forms share: the published figure as an outline, today's solid below it.</summary>
internal sealed class PageBars
{
    private readonly ExperimentReport _experiment;
    private readonly IReadOnlyList<FormReport> _today;
    private readonly bool _inWaits;
    // What the baseline answered, today a second and then in the run: others are drawn as multiples of it. Null when nothing was published.
    private readonly (double Today, double Then)? _baseline;
    private readonly PageScale _times;
    private readonly PageScale _rates;

    private PageBars(ExperimentReport experiment)
    {
        _experiment = experiment;
        // The article's own protocol, where it was driven, is what its figures may be put beside.
        _today = experiment.Profile.Any(f => f.Count > 0) ? experiment.Profile : experiment.Forms;
        // A shorter wait today makes every time shorter: in units of the wait they can share an axis.
        _inWaits = experiment is { WaitMilliseconds: > 0, PublishedWaitMilliseconds: > 0 }
            && experiment.WaitMilliseconds != experiment.PublishedWaitMilliseconds
            && PublishedOf("mean").Any();
        _baseline = Published("served", _today[0].Form) is { Value: > 0 } then && _today[0].RequestsPerSecond > 0
            ? (_today[0].RequestsPerSecond, then.Value)
            : null;
        _times = PageScale.UpTo(
            _today.Select(f => Time(f.Mean)).Concat(PublishedOf("mean").Select(p => PublishedTime(p.UpperValue ?? p.Value))));
        _rates = PageScale.UpTo(_today.Select(Rate).Concat(_baseline is null ? [] : PublishedOf("served").Select(PublishedRate)));
    }

    /// <summary>Mean latency and throughput, form by form.</summary>
    public static PageMarkup ThenAndNow(ExperimentReport experiment) => experiment.Forms.Count > 0 ? new PageBars(experiment).Draw() : None;

    private PageMarkup Draw() => Html($"""
        <h3>{(_experiment.Published.Count > 0 ? "Published and today" : _experiment.Traits.IsUserDefined ? "On average" : "Today")}</h3>
        <div class="bars{When(_inWaits, Html($" inwaits"))}"><div class="barrow head" aria-hidden="true"><span></span><span>{TimeHead}</span><span>{RateHead}</span></div>
        {_today.Select(Row)}</div>
        <p class="legend">{Legend()}</p>

        """);

    private string TimeHead => FirstLetter.Upper(TimeName) + (_inWaits ? ", in waits of one call" : "");

    // A latency is that of a request; what is called takes time.
    private string TimeName => _experiment.Load is WholeProcesses ? "mean time of a run"
        : _experiment.Piece == "request" ? "mean latency"
        : $"mean time for each {_experiment.Piece}";

    private string RateHead => _experiment.Load is WholeProcesses ? "Runs per second"
        : _baseline is null ? $"{FirstLetter.Upper(_experiment.Piece)}s per second"
        : $"Throughput, as a multiple of “{_today[0].Label}”";

    private PageMarkup Row(FormReport form) => Html($"""
        <div class="barrow"><div class="who">{PageTables.Key(form.Form)}<b>{form.Label}</b>{When(form.LimitMilliseconds > 0, Html($"<small>cannot be under {FigureText.Milliseconds(form.LimitMilliseconds)}</small>"))}</div>
        {Cell(TimeHead, TimeBar(form))}{Cell(RateHead, RateBar(form))}</div>

        """);

    // On a narrow screen the bars stand below each other and the head of the column is gone.
    private static PageMarkup Cell(string head, PageMarkup bar) =>
        Html($"""<div><small class="head" aria-hidden="true">{head}</small>{bar}</div>""");

    private PageMarkup TimeBar(FormReport form) => new PageBar(form.Form, _times)
    {
        Today = (Time(form.Mean), form.Count > 0 ? FigureText.Milliseconds(form.Mean) + Waits(Time(form.Mean)) : "no answer"),
        Published = Published("mean", form.Form) is { } then
            ? (PublishedTime(then.Value), PublishedTime(then.UpperValue ?? then.Value), PublishedText(then))
            : null,
        Limit = form.LimitMilliseconds > 0 ? Time(form.LimitMilliseconds) : null,
    }.Draw($"{form.Label}, {TimeName}");

    private PageMarkup RateBar(FormReport form) => new PageBar(form.Form, _rates)
    {
        Today = double.IsFinite(form.RequestsPerSecond)
            ? (Rate(form), $"{FigureText.Significant(form.RequestsPerSecond)}/s{Multiple(Rate(form))}")
            : (0, "none in time"),
        Published = _baseline is not null && Published("served", form.Form) is { } then
            ? (PublishedRate(then), PublishedRate(then), $"{FigureText.Significant(then.Value)} in all{Multiple(PublishedRate(then))}")
            : null,
    }.Draw($"{form.Label}, {_experiment.Piece}s per second");

    private double Time(double milliseconds) => _inWaits ? milliseconds / _experiment.WaitMilliseconds : milliseconds;

    private double PublishedTime(double milliseconds) => _inWaits ? milliseconds / _experiment.PublishedWaitMilliseconds : milliseconds;

    private double Rate(FormReport form) => form.RequestsPerSecond / (_baseline?.Today ?? 1);

    private double PublishedRate(PublishedFigure served) => served.Value / (_baseline?.Then ?? 1);

    private string Waits(double waits) => _inWaits ? $" · {FigureText.Significant(waits)} waits" : "";

    private string Multiple(double factor) => _baseline is null ? "" : $" · {FigureText.Factor(factor)}";

    private string PublishedText(PublishedFigure figure) =>
        (figure.UpperValue is { } upper
            ? $"{FigureText.Significant(figure.Value)} to {FigureText.Milliseconds(upper)}"
            : FigureText.Milliseconds(figure.Value))
        + Waits(PublishedTime(figure.UpperValue ?? figure.Value));

    private IEnumerable<PublishedFigure> PublishedOf(string measure) => _experiment.Published.Where(p => p.Measure == measure);

    private PublishedFigure? Published(string measure, Form form) => PublishedOf(measure).FirstOrDefault(p => p.Form == form);

    private PageMarkup Legend()
    {
        List<string> then = PublishedOf("mean")
            .Concat(PublishedOf("served"))
            .Select(p => p.Where)
            .Distinct(StringComparer.Ordinal)
            .ToList();
        string waits = $"one wait was {FigureText.Milliseconds(_experiment.PublishedWaitMilliseconds)} then "
            + $"and is {FigureText.Milliseconds(_experiment.WaitMilliseconds)} today";
        PageMarkup published = Join(
        [
            Html($"""<span><i class="swatch outline"></i>published: {string.Join("; ", then)}</span>"""),
            Html($"""<span><i class="swatch solid"></i>today</span>"""),
        ]);
        PageMarkup limit = Html($"""<span><i class="swatch limit"></i>physical limit</span>""");
        return Join(
        [
            Html($"{When(then.Count > 0, published)}{When(_today.Any(f => f.LimitMilliseconds > 0), limit)}"),
            Html($"{When(_inWaits, Html($"<span>{waits}</span>"))}"),
            Html($"{When(_today == _experiment.Profile, Html($"<span>{_experiment.ProfileSentence}</span>"))}"),
        ]);
    }
}
