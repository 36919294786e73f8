using Syncopate.Reporting.Drawing;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Runs;

/// <summary>The forms side by side in time: the wait picture and, below it on the same time axis, the thread strip.</summary>
internal static class PageTimeline
{
    /// <summary>One figure a form, with both scales in common; nothing when neither requests nor threads were recorded.</summary>
    public static PageMarkup Figures(ExperimentReport experiment, string anchor)
    {
        List<FormPicture> pictures = experiment.Pictures.Where(p => p.Requests.Count > 0 || p.Pool.Count > 0).ToList();
        if (pictures.Count == 0)
        {
            return When(experiment.Forms.Count > 0, Html($"""
                <p class="note">No single {experiment.Piece}s and no threads were recorded, so there is no picture of who waited.</p>

                """));
        }

        PageTimeScale time = new(pictures.SelectMany(Ends));
        PageWaitPicture waits = new(pictures, time, experiment.Piece, experiment.Load is Arrivals);
        PageThreadStrip threads = new(pictures, time);
        return Html($"""
            {Shared($"{anchor}.threads", threads.Axes)}<div class="forms n{pictures.Count}">{pictures.Select(p => Html($"""
            <figure>{Caption(experiment, p)}
            <div>{waits.Draw(p)}{threads.Draw(p, $"{anchor}.threads", Published(experiment, p.Form))}</div></figure>

            """))}</div>
            <p class="legend">{waits.Legend(experiment.Traits.OnlyComputes ? "a free thread or processor" : "a free thread")}{threads.Legend}<span>{Source(pictures)}</span></p>

            """);
    }

    private static IEnumerable<long> Ends(FormPicture picture) =>
        picture.Requests.Select(r => r.EndNanoseconds)
            .Concat(picture.Pool.Select(s => s.AtNanoseconds))
            .Append(picture.DurationNanoseconds);

    // A picture of the profile goes with the profile's mean, one of a round with that of the rounds.
    private static PageMarkup Caption(ExperimentReport experiment, FormPicture picture)
    {
        IReadOnlyList<FormReport> forms = picture.Round == 0 ? experiment.Profile : experiment.Forms;
        PageMarkup average = forms.FirstOrDefault(f => f.Form == picture.Form && f.Count > 0) is { } figures
            ? Html($"<b>{FigureText.Milliseconds(figures.Mean)}</b><small>average answer</small>")
            : None;
        return Html(
            $"""<figcaption><span>{PageTables.Key(picture.Form)}{picture.Label}</span>{average}</figcaption>""");
    }

    private static string Published(ExperimentReport experiment, Form form)
    {
        PublishedFigure? first = experiment.Published.FirstOrDefault(p => p.Form == form && p.Measure == "threadsFirst");
        PublishedFigure? last = experiment.Published.FirstOrDefault(p => p.Form == form && p.Measure == "threadsLast");
        return first is null || last is null
            ? ""
            : $"published: {FigureText.Significant(first.Value)} to {FigureText.Significant(last.Value)}";
    }

    private static string Source(List<FormPicture> pictures)
    {
        List<int> rounds = pictures.Select(p => p.Round).Distinct().ToList();
        string drawn = rounds is [0]
            ? "the article’s own protocol"
            : $"round {string.Join(", ", rounds.Select(r => FigureText.Count(r)))}";
        return pictures.Count == 1 ? $"drawn from {drawn}" : $"drawn from {drawn}, both scales in common";
    }
}
