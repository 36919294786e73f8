using System.Globalization;
using System.Text;
using Syncopate.Reporting.Drawing;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Runs;

/// <summary>The wait picture: one row per user, at a rate per request at a time, grey while it waits for a free thread, coloured while it
/// is served.</summary>
internal sealed class PageWaitPicture
{
    // A row needs four pixels to be distinguished from the next; more rows or strokes than these add bytes, not insight.
    private const int MostRows = 60;
    private const int MostRequests = 1_500;
    private const int FewestRows = 10;
    private const int Height = 160;
    // Columns of a row: about half a pixel each.
    private const int Columns = 1_000;
    // A request of at least so many columns ends one early, so that it can be distinguished from the next one of its user.
    private const int Divisible = 8;

    private readonly PageTimeScale _time;
    private readonly int _rows;
    private readonly int _rowHeight;
    private readonly bool _someUnsaid;
    private readonly bool _any;
    private readonly string _piece;
    private readonly string _drawn;
    private readonly bool _isAtRate;
    private readonly string _kept;
    private readonly IReadOnlyList<Form> _forms;

    public PageWaitPicture(IReadOnlyList<FormPicture> pictures, PageTimeScale time, string piece, bool isAtRate = false)
    {
        _isAtRate = isAtRate;
        _piece = piece;
        _time = time;
        _any = pictures.Any(p => p.Requests.Count > 0);
        _forms = [.. pictures.Select(p => p.Form).Distinct()];
        _someUnsaid = pictures.Any(p => p.Requests.Any(r => r.ServedNanoseconds < 0));
        int users = pictures.Max(p => Users(p).Count);
        double perUser = pictures.Max(p => p.Requests.Count == 0 ? 0 : (double)p.Requests.Count / Users(p).Count);
        _rows = Math.Min(users, Math.Clamp(perUser > 0 ? (int)(MostRequests / perUser) : 0, FewestRows, MostRows));
        _rowHeight = Math.Clamp(Height / Math.Max(1, _rows), 4, 16);
        IEnumerable<string> parts = pictures.Where(IsPart).Select(p =>
            $"{FigureText.Count(p.Answers)} answers of {p.Label} the first {FigureText.Count(p.Requests.Count)} after its head, "
                + $"sent from {FigureText.OfNanoseconds(p.Requests.Min(r => r.SentNanoseconds))} on");
        _kept = pictures.Any(IsPart) ? $"of {string.Join(", ", parts)} are drawn" : "";
        _drawn = users > _rows
            ? $"{FigureText.Count(_rows)} of {FigureText.Count(users)} {(isAtRate ? "rows" : "users")} are drawn"
            : $"one row is one {(isAtRate ? $"{piece} at a time" : "user")}";
    }

    /// <summary>What the colours mean; nothing when no request was recorded.</summary>
    /// <param name="awaited">What a request that is not served yet waits for.</param>
    public PageMarkup Legend(string awaited)
    {
        if (!_any)
            return None;
        PageMarkup unsaid = Html(
            $"""<span><i class="swatch unsaid {Wording.Class(_forms[0])}"></i>the server did not say when it began</span>""");
        return Join(
        [
            Html($"""<span><i class="swatch wait"></i>waiting for {awaited}</span>"""),
            Html($"""<span>{_forms.Select(f => Html($"<i class=\"swatch {Wording.Class(f)}\"></i>"))}being served</span>"""),
            Html($"""{When(_someUnsaid, unsaid)}<span>{_drawn}</span>{When(_kept.Length > 0, Html($"<span>{_kept}</span>"))}"""),
        ]);
    }

    /// <summary>The picture of one form.</summary>
    public PageMarkup Draw(FormPicture picture)
    {
        if (picture.Requests.Count == 0)
            return When(_any, Html($"""<p class="note">No single {_piece}s were recorded for this form.</p>"""));
        List<List<RequestTrace>> rows = Rows(picture);
        string form = Wording.Class(picture.Form);
        long done = picture.Requests.Max(r => r.EndNanoseconds);
        double stroke = 0.64 * _rowHeight;
        return Html($"""
            <svg class="plot waits" height="{_rows * _rowHeight}" role="img" aria-label="{Words(picture, done)}">
            <svg viewBox="0 0 {Columns} {2 * _rows}" preserveAspectRatio="none"><path class="wait" stroke-width="{0.6 * stroke}" d="{Path(rows, Waiting, divide: false)}"/><path class="serve {form}" stroke-width="{stroke}" d="{Path(rows, Serving, divide: true)}"/>{Unsaid(rows, form, stroke)}</svg>
            {Done(done, IsPart(picture) ? "the last of these" : "all")}<line class="base" y1="100%" x2="100%" y2="100%"/></svg>

            """);
    }

    // A slot of many answers keeps the first ones only, and not those of its head.
    private static bool IsPart(FormPicture picture) => picture.Requests.Count > 0 && picture.Requests.Count < picture.Answers;

    private static List<int> Users(FormPicture picture) => [.. picture.Requests.Select(r => r.User).Distinct().Order()];

    // Every n-th user, so that early and late ones are both seen.
    private List<List<RequestTrace>> Rows(FormPicture picture)
    {
        List<int> users = Users(picture);
        int rows = Math.Min(users.Count, _rows);
        ILookup<int, RequestTrace> byUser = picture.Requests.ToLookup(r => r.User);
        return [.. Enumerable.Range(0, rows)
            .Select(i => byUser[users[(int)((long)i * users.Count / rows)]].OrderBy(r => r.SentNanoseconds).ToList())];
    }

    private PageMarkup Unsaid(List<List<RequestTrace>> rows, string form, double stroke)
    {
        string path = Path(rows, r => r.ServedNanoseconds < 0 ? (r.SentNanoseconds, r.EndNanoseconds) : null, divide: true);
        return When(_someUnsaid, Html($"""<path class="serve unsaid {form}" stroke-width="{0.6 * stroke}" d="{path}"/>"""));
    }

    // Grey runs from sent to the end: the coloured part is drawn over it, and requests that follow at once become one stroke.
    private static (long From, long To)? Waiting(RequestTrace request) =>
        request.ServedNanoseconds < 0 ? null : (request.SentNanoseconds, request.EndNanoseconds);

    private static (long From, long To)? Serving(RequestTrace request) =>
        request.ServedNanoseconds < 0 ? null : (request.ServedNanoseconds, request.EndNanoseconds);

    // Relative moves, as they have fewer digits than places on the axis.
    private string Path(List<List<RequestTrace>> rows, Func<RequestTrace, (long From, long To)?> part, bool divide)
    {
        StringBuilder path = new();
        foreach (var (row, index) in rows.Select((r, i) => (r, i)))
        {
            int at = -1;
            foreach (var (from, to) in Strokes(row.Select(part).OfType<(long From, long To)>(), divide))
            {
                path.Append(
                    CultureInfo.InvariantCulture,
                    $"{(at < 0 ? "M" : "m")}{from - Math.Max(at, 0)} {(at < 0 ? 2 * index + 1 : 0)}h{to - from}");
                at = to;
            }
        }
        return path.ToString();
    }

    /// <summary>The spans as whole columns; those that touch become one.</summary>
    private IEnumerable<(int From, int To)> Strokes(IEnumerable<(long From, long To)> spans, bool divide)
    {
        (int From, int To)? open = null;
        foreach ((long From, long To) span in spans)
        {
            int from = Column(span.From);
            int to = Math.Max(Column(span.To), from + 1);
            if (divide && to - from >= Divisible)
                to--;
            if (open is { } before && from <= before.To)
            {
                open = (before.From, Math.Max(before.To, to));
                continue;
            }
            if (open is { } finished)
                yield return finished;
            open = (from, to);
        }
        if (open is { } last)
            yield return last;
    }

    private int Column(long nanoseconds) => (int)Math.Round(_time.Percent(nanoseconds) * Columns / 100);

    // The label leans to the side that has room.
    private PageMarkup Done(long end, string which)
    {
        double at = _time.Percent(end);
        return Join(
        [
            Html($"""<line class="done" x1="{at}%" x2="{at}%" y1="-6" y2="100%"/>"""),
            Html($"""<text class="note" x="{at}%" y="-11" {When(at > 60, Html($"text-anchor=\"end\""))}>"""),
            Html($"""{which} done at <tspan class="strong">{FigureText.OfNanoseconds(end)}</tspan></text>"""),
        ]);
    }

    private string Words(FormPicture picture, long done)
    {
        List<RequestTrace> waited = picture.Requests.Where(r => r.ServedNanoseconds >= 0).ToList();
        double total = waited.Sum(r => (double)(r.EndNanoseconds - r.SentNanoseconds));
        double share = total > 0 ? 100 * waited.Sum(r => (double)(r.ServedNanoseconds - r.SentNanoseconds)) / total : 0;
        string waits = waited.Count > 0 ? $"; {FigureText.Percent(share)} of their time they waited for a free thread" : "";
        int users = Users(picture).Count;
        string rows = _isAtRate ? $"in {Wording.Plural(users, "row")}" : $"of {Wording.Plural(users, "user")}";
        return $"{picture.Label}: {Wording.Plural(picture.Requests.Count, _piece)} {rows}, "
            + $"{(IsPart(picture) ? $"of {FigureText.Count(picture.Answers)} answers, the last of these" : "all")} done after "
            + $"{FigureText.OfNanoseconds(done)}{waits}";
    }
}
