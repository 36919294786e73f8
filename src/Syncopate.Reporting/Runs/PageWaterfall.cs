using Syncopate.Reporting.Drawing;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Runs;

/// <summary>The waterfall: how the outside calls of one typical request follow or overlap each other, each form on the
/// same time axis.</summary>
internal static class PageWaterfall
{
    // More lanes than this no longer fit beside each other on a screen.
    private const int MostLanes = 12;
    private const int LaneHeight = 22;
    private const int LowLaneHeight = 16;
    // More of them stand closer, so that a race of ten is no taller than a page.
    private const int MostHighLanes = 6;
    // What fits left of the lanes; the whole name is in the picture's description.
    private const int LongestName = 13;

    /// <summary>One figure a form; nothing unless some request made several calls.</summary>
    public static PageMarkup Figures(ExperimentReport experiment, string anchor)
    {
        List<(FormPicture Picture, RequestTrace Request)> typical = experiment.Pictures.Select(Typical)
            .OfType<(FormPicture Picture, RequestTrace Request)>()
            .ToList();
        if (!typical.Any(t => t.Request.Parts.Count > 1))
            return None;
        PageTimeScale time = new(typical.Select(t => Latest(t.Request) - t.Request.SentNanoseconds));
        return Html($"""
            <h3>One typical request, call by call</h3>
            {Shared($"{anchor}.calls", Html($"<line class=\"base\" x2=\"100%\" y1=\"100%\" y2=\"100%\"/>{time.Labels}"))}<div class="forms n{typical.Count}">{typical.Select(t => Figure(t.Picture, t.Request, time, $"{anchor}.calls"))}</div>

            """);
    }

    /// <summary>The request of median length among those that made the most usual number of calls; null when none made any.</summary>
    private static (FormPicture Picture, RequestTrace Request)? Typical(FormPicture picture)
    {
        IGrouping<int, RequestTrace>? usual = picture.Requests.Where(r => r.Parts.Count > 0)
            .GroupBy(r => r.Parts.Count)
            .OrderByDescending(g => g.Count())
            .ThenByDescending(g => g.Key)
            .FirstOrDefault();
        List<RequestTrace>? ordered = usual?.OrderBy(r => r.EndNanoseconds - r.SentNanoseconds).ThenBy(r => r.SentNanoseconds).ToList();
        return ordered is null ? null : (picture, ordered[ordered.Count / 2]);
    }

    private static long Latest(RequestTrace request) =>
        request.Parts.Select(p => p.StartedNanoseconds + p.DurationNanoseconds).Append(request.EndNanoseconds).Max();

    private static PageMarkup Figure(FormPicture picture, RequestTrace request, PageTimeScale time, string axis)
    {
        List<RequestPart> parts = request.Parts.OrderBy(p => p.StartedNanoseconds).ThenBy(p => p.Name, StringComparer.Ordinal).ToList();
        List<RequestPart> shown = parts.Take(MostLanes).ToList();
        int height = shown.Count > MostHighLanes ? LowLaneHeight : LaneHeight;
        return Html($"""
            <figure><figcaption><span>{PageTables.Key(picture.Form)}{picture.Label}</span><b>{FigureText.OfNanoseconds(request.EndNanoseconds - request.SentNanoseconds)}</b><small>a typical request</small></figcaption>
            <div><svg class="fall {Wording.Class(picture.Form)}" height="{height * (shown.Count + 1)}" role="img" aria-label="{Words(picture, request, shown)}">{Whole(request, time)}{shown.Select((p, i) => Lane(p, (i + 1) * height + (height - LowLaneHeight) / 2, request.SentNanoseconds, time))}<use href="#{axis}"/></svg>{When(parts.Count > shown.Count, Html($"<p class=\"note\">and {parts.Count - shown.Count} more</p>"))}</div></figure>

            """);
    }

    // The lane of the whole request shows what waiting for a thread cost before the first call.
    private static PageMarkup Whole(RequestTrace request, PageTimeScale time)
    {
        double served = time.Percent(Math.Max(request.ServedNanoseconds, request.SentNanoseconds) - request.SentNanoseconds);
        double end = time.Percent(request.EndNanoseconds - request.SentNanoseconds);
        return Join(
        [
            Html($"""<text dx="-8" y="15">request</text><rect class="waited" y="8" width="{served}%" height="6"/>"""),
            Html($"""<rect class="whole" x="{served}%" y="8" width="{end - served}%" height="6"/>"""),
        ]);
    }

    private static PageMarkup Lane(RequestPart part, int top, long sent, PageTimeScale time)
    {
        double from = time.Percent(part.StartedNanoseconds - sent);
        double width = Math.Max(0.4, time.Percent(part.StartedNanoseconds - sent + part.DurationNanoseconds) - from);
        return Join(
        [
            Html($"""<text dx="-8" y="{top + 12}">{Short(part.Name)}</text>"""),
            Html($"""<rect x="{from}%" y="{top + 2}" width="{width}%" height="12" rx="3"/>"""),
        ]);
    }

    private static string Short(string name) => name.Length <= LongestName ? name : name[..(LongestName - 1)] + "…";

    private static string Words(FormPicture picture, RequestTrace request, List<RequestPart> parts) =>
        $"{picture.Label}: the request took {FigureText.OfNanoseconds(request.EndNanoseconds - request.SentNanoseconds)}. "
        + string.Join(
            "; ",
            parts.Select(
                p => $"{p.Name} from {FigureText.OfNanoseconds(p.StartedNanoseconds - request.SentNanoseconds)} "
                    + $"for {FigureText.OfNanoseconds(p.DurationNanoseconds)}"));
}
