using System.Globalization;
using System.Text;
using Syncopate.Reporting.Drawing;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Runs;

/// <summary>The thread strip: how many threads the pool has (line) and uses (area). Where the monitor was silent there
/// is a gap, never a flat line.</summary>
internal sealed class PageThreadStrip
{
    private const int Height = 72;
    private const int Columns = 1_000;
    private const int Levels = 400;
    // A monitor that normally answers every 100 ms was silent when it took three times its usual pause, and a quarter second at least.
    private const double SilentPauses = 3;
    private const long LeastSilenceNanoseconds = 250_000_000;

    private readonly PageTimeScale _time;
    private readonly PageScale _threads;
    private readonly bool _any;

    public PageThreadStrip(IReadOnlyList<FormPicture> pictures, PageTimeScale time)
    {
        _time = time;
        _any = pictures.Any(p => p.Pool.Count > 0);
        _threads = PageScale.FromZero(
            pictures.SelectMany(p => p.Pool.Select(s => (double)Math.Max(s.Threads, s.InUse))), mostSteps: 3, whole: true);
    }

    /// <summary>What line and area mean; nothing when no thread was counted.</summary>
    public PageMarkup Legend => When(_any, Html($"<span><i class=\"swatch threads\"></i>line: threads in the pool, shaded: in use</span>"));

    /// <summary>Grid and labels, the same for every form, to be drawn once and referred to.</summary>
    public PageMarkup Axes => Html($"""
        {_threads.Grid}{_time.Labels}
        """);

    /// <summary>The strip of one form; where there is nothing to draw, just the time axis for the picture above.</summary>
    /// <param name="picture">The form's picture.</param>
    /// <param name="axes">Id of the drawn <see cref="Axes"/>.</param>
    /// <param name="published">What was published of its threads; empty for nothing.</param>
    public PageMarkup Draw(FormPicture picture, string axes, string published)
    {
        if (picture.Pool.Count == 0)
        {
            PageMarkup silent = Html($"""<p class="sub">Thread-pool threads: the server’s monitor did not answer</p>""");
            return Html($"""<svg class="plot bare" height="1" aria-hidden="true">{_time.Labels}</svg>{When(_any, silent)}""");
        }

        List<List<PoolSample>> runs = Runs(picture.Pool);
        string form = Wording.Class(picture.Form);
        var (first, last) = (picture.Pool[0].Threads, picture.Pool[^1].Threads);
        return Html($"""
            <p class="sub">Thread-pool threads <small>{string.Join("; ", new[] { published, Silence(runs) }.Where(n => n.Length > 0))}</small></p>
            <svg class="plot threads" height="{Height}" role="img" aria-label="{picture.Label}: {Wording.Plural(first, "pool thread")} at first, {picture.Pool.Max(s => s.Threads)} at most, {last} at last">
            <use href="#{axes}"/><svg viewBox="0 0 {Columns} {Levels}" preserveAspectRatio="none"><path class="area {form}" d="{Path(runs, s => s.InUse, closed: true)}"/><path class="line {form}" d="{Path(runs, s => s.Threads, closed: false)}"/></svg>
            <text class="end {form}" x="{_time.Percent(picture.Pool[^1].AtNanoseconds)}%" y="{100 - _threads.Percent(last)}%" dx="7" dy="5">{last}</text></svg>
            """);
    }

    /// <summary>The samples in stretches without silence.</summary>
    private static List<List<PoolSample>> Runs(IReadOnlyList<PoolSample> pool)
    {
        List<long> pauses = pool.Zip(pool.Skip(1), (a, b) => b.AtNanoseconds - a.AtNanoseconds).Order().ToList();
        double silence = Math.Max(LeastSilenceNanoseconds, pauses.Count == 0 ? 0 : SilentPauses * pauses[pauses.Count / 2]);
        List<List<PoolSample>> runs = [[pool[0]]];
        foreach (PoolSample sample in pool.Skip(1))
        {
            if (sample.AtNanoseconds - runs[^1][^1].AtNanoseconds > silence)
                runs.Add([]);
            runs[^1].Add(sample);
        }
        return runs;
    }

    private string Path(List<List<PoolSample>> runs, Func<PoolSample, int> value, bool closed)
    {
        StringBuilder path = new();
        foreach (List<PoolSample> run in runs)
            AppendRun(path, run, value, closed);
        return path.ToString();
    }

    // Steps, as a thread count has no values between two samples; an unchanged value draws nothing.
    private void AppendRun(StringBuilder path, List<PoolSample> run, Func<PoolSample, int> value, bool closed)
    {
        int level = Row(value(run[0]));
        path.Append(CultureInfo.InvariantCulture, $"M{Column(run[0])} {(closed ? Levels : level)}");
        if (closed)
            path.Append(CultureInfo.InvariantCulture, $"V{level}");
        foreach (PoolSample sample in run)
        {
            if (Row(value(sample)) == level)
                continue;
            level = Row(value(sample));
            path.Append(CultureInfo.InvariantCulture, $"H{Column(sample)}V{level}");
        }
        path.Append(CultureInfo.InvariantCulture, $"H{Math.Max(Column(run[^1]), Column(run[0]) + 1)}");
        if (closed)
            path.Append(CultureInfo.InvariantCulture, $"V{Levels}Z");
    }

    /// <summary>How long the monitor was silent; empty when it never was.</summary>
    private static string Silence(List<List<PoolSample>> runs)
    {
        List<long> gaps = runs.Zip(runs.Skip(1), (before, after) => after[0].AtNanoseconds - before[^1].AtNanoseconds).ToList();
        return gaps.Count switch
        {
            0 => "",
            1 => $"no data for {FigureText.OfNanoseconds(gaps[0])}",
            _ => $"no data {FigureText.Count(gaps.Count)} times, for up to {FigureText.OfNanoseconds(gaps.Max())}",
        };
    }

    private int Column(PoolSample sample) => (int)Math.Round(_time.Percent(sample.AtNanoseconds) * Columns / 100);

    private int Row(int threads) => (int)Math.Round(Levels * (1 - _threads.Percent(threads) / 100));
}
