using System.Globalization;
using Syncopate.Reporting.Drawing;
using Syncopate.Reporting.Sentences;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Runs;

/// <summary><c>card.svg</c>: the verdict of a run as one picture for a chat or a pull request.</summary>
internal static class ReportCard
{
    // What previews of links show whole.
    private const int Width = 1200;
    private const int Height = 630;
    private const int Left = 64;
    private const int BarsFrom = 330;
    private const int BarsWide = 530;
    private const int LongestLabel = 26;
    private const int MostLines = 4;
    // A viewer takes whatever font it has: room for letters of this share of their height, which the wide ones keep.
    private const double LetterWidth = 0.58;

    private static readonly int[] LetterSizes = [42, 36, 30, 26];

    // No variables: viewers that know no more than SVG 1.1 draw the card in its light colours.
    private const string Style = """
        text{font-family:Inter,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;fill:#1b1d22}.ground{fill:#fff}.mut{fill:#5d636e}.rule{stroke:#e4e2dc}.sync{fill:#bd401a;stroke:#bd401a}.async{fill:#0b7a6f;stroke:#0b7a6f}.par{fill:#5a57d6;stroke:#5a57d6}.open{fill:none}
        @media(prefers-color-scheme:dark){text{fill:#eceef1}.ground{fill:#181c22}.mut{fill:#9ba3af}.rule{stroke:#2a303a}.sync{fill:#ff8a5f;stroke:#ff8a5f}.async{fill:#3fc9b6;stroke:#3fc9b6}.par{fill:#9a97ff;stroke:#9a97ff}.open{fill:none}}
        """;

    /// <summary>The whole file. The same document gives the same bytes; everything in it may be hostile: it is encoded.</summary>
    /// <param name="document">The report.</param>
    public static string Write(ReportDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        ExperimentReport? best = ReportClosing.Best(document);
        string title = best?.Title ?? document.Headline;
        string sentence = best?.Sentence ?? document.Summary;
        string style = Style.Replace("\r", "", StringComparison.Ordinal);
        return Html($"""
            <svg xmlns="http://www.w3.org/2000/svg" width="{Width}" height="{Height}" viewBox="0 0 {Width} {Height}" role="img" aria-labelledby="card-title card-words">
            <title id="card-title">{title}</title><desc id="card-words">{sentence} {document.Headline}</desc>
            <style>{Verbatim(style)}</style>
            <rect class="ground" width="{Width}" height="{Height}"/>
            <g transform="translate({Left} 44) scale(1.25)">{PageHead.Bars}</g><text x="{Left + 52}" y="74" font-size="26" font-weight="700">syncopate</text><text class="mut" x="{Width - Left}" y="74" font-size="20" text-anchor="end">{Score(document)}</text>
            <text class="mut" x="{Left}" y="138" font-size="26">{Short(title, 70)}</text>
            {Lines(sentence)}
            {(best is null ? None : Bars(best))}<line class="rule" x1="{Left}" x2="{Width - Left}" y1="556" y2="556"/>
            <text class="mut" x="{Left}" y="592" font-size="20">{Short(Facts(document, best), 105)}</text></svg>

            """).ToString();
    }

    // As large as its lines fit.
    private static PageMarkup Lines(string sentence)
    {
        var (size, lines) = LetterSizes
            .Select(s => (Size: s, Lines: Wrapped(sentence, (int)((Width - 2 * Left) / (LetterWidth * s)))))
            .First(l => l.Lines.Count * l.Size <= 132 || l.Size == LetterSizes[^1]);
        IEnumerable<string> shown = lines.Take(MostLines).Select((l, i) => i == MostLines - 1 && lines.Count > MostLines ? l + " …" : l);
        return PageMarkup.Join(shown.Select((l, i) => Html(
            $"<text x=\"{Left}\" y=\"{194 + i * size * 5 / 4}\" font-size=\"{size}\" font-weight=\"700\">{l}</text>\n")));
    }

    private static List<string> Wrapped(string text, int most)
    {
        List<string> lines = [""];
        foreach (string word in text.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(w => Short(w, most)))
        {
            if (lines[^1].Length > 0 && lines[^1].Length + 1 + word.Length > most)
                lines.Add("");
            lines[^1] += lines[^1].Length > 0 ? " " + word : word;
        }

        return lines;
    }

    private static PageMarkup Bars(ExperimentReport experiment)
    {
        // By what the sentence above them compares, which latencies may contradict.
        bool isOfProcessor = experiment.Comparisons.FirstOrDefault(c => c.Primary)?.Metric == Metric.CpuPerRequest;
        string unit = isOfProcessor ? " CPU" : "";
        List<(FormReport Form, double Time)> bars =
        [
            .. experiment.Forms.Where(f => f.Count > 0).Select(f => (f, isOfProcessor ? f.CpuPerRequest ?? double.NaN : f.Mean)),
        ];
        PageScale scale = PageScale.UpTo(bars.Select(b => b.Time));
        int step = bars.Count > 2 ? 52 : 66;
        bool isOpen = experiment.Verdict == Verdict.Undecided;
        return Html($"""
            {bars.Select((b, i) => Bar(b.Form, 372 + i * step, scale.Percent(b.Time), FigureText.Milliseconds(b.Time) + unit, isOpen))}
            """);
    }

    private static PageMarkup Bar(FormReport form, int top, double percent, string time, bool isOpen)
    {
        double width = percent * BarsWide / 100;
        string threads = form.Threads is { } most ? $" · {Wording.Plural(most, "thread")}" : "";
        return Html($"""
            <text x="{Left}" y="{top + 27}" font-size="22" font-weight="600">{Short(form.Label, LongestLabel)}</text><rect class="{Wording.Class(form.Form)}{When(isOpen, Html($" open"))}" x="{BarsFrom}" y="{top}" width="{Math.Max(3, width)}" height="38" rx="5" stroke-width="3"/><text x="{BarsFrom + Math.Max(3, width) + 14}" y="{top + 27}" font-size="22" font-weight="600">{time}{threads}</text>

            """);
    }

    private static string Score(ReportDocument document)
    {
        IReadOnlyList<ExperimentReport> questions = PageSplit.Questions(document.Experiments);
        return questions.Count < 2 ? "" : string.Join(", ", questions
            .GroupBy(e => e.Verdict)
            .OrderBy(g => g.Key == Verdict.Undecided)
            .ThenBy(g => g.Key)
            .Select(g => g.Key is Verdict.Gain ? Wording.Plural(g.Count(), "gain")
                : g.Key is Verdict.Loss ? Wording.Plural(g.Count(), "loss", "losses")
                : $"{FigureText.Count(g.Count())} {Wording.Name(g.Key)}"));
    }

    private static string Facts(ReportDocument document, ExperimentReport? best)
    {
        string rounds = best is null ? "" : $"{Wording.Plural(best.Rounds, "round")} · ";
        Machine machine = document.Machine;
        // Of a journal that lost its header nothing is invented.
        string where = Wording.IsKnown(machine)
            ? $"{machine.Runtime} · {Wording.Plural(machine.Cores, "core")} · {machine.OperatingSystem}"
            : Wording.Name(machine);
        string when = document.Run.HasHeader
            ? $" · {document.Run.StartedUtc.UtcDateTime.ToString("d MMM yyyy", CultureInfo.InvariantCulture)}"
            : "";
        return $"{rounds}{where} · {document.Run.Mode} run{when}";
    }

    // By whole characters: half of a pair would be no character at all.
    private static string Short(string text, int most)
    {
        int[] letters = StringInfo.ParseCombiningCharacters(text);
        return letters.Length <= most ? text : text[..letters[most - 1]] + "…";
    }
}
