using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Syncopate.Journaling;
using Syncopate.Judging;
using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Loads;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Runs;
using Syncopate.Units;

namespace Syncopate.Reporting.Gates;

/// <summary>A finished measurement as the gate sees it.</summary>
internal sealed record GateResult
{
    private const long MostBytes = 256L << 20;
    private static readonly string[] Names = ["run.jsonl", "report.json"];

    /// <summary>Where it was read.</summary>
    public required string Path { get; init; }

    /// <summary>The same for the same run, wherever its result is read and whichever version made its report.</summary>
    public Guid Run { get; init; }

    /// <summary>Size and system of its machine, in words. Results of one kind can be compared where processor and host are the
    /// same, too.</summary>
    public string MachineKind => MachineMatch.Kind(Machine);

    /// <summary>Whether another result is of the same machine, as far as both say which one it was, or of one that differs in its name
    /// alone.</summary>
    public bool IsOfSameMachine(GateResult other)
    {
        ArgumentNullException.ThrowIfNull(other);
        return MachineMatch.IsHostAlone(Machine, other.Machine)
            || !MachineMatch.Differences(Machine, other.Machine).Any();
    }

    /// <summary>Whether another result can be compared with this one: it is whole, and has a form of the other under the same load, from
    /// the same machine.</summary>
    /// <param name="result">The other result.</param>
    /// <param name="allowsDifferent">True where it may be of another machine.</param>
    public bool IsBaselineOf(GateResult result, bool allowsDifferent)
    {
        ArgumentNullException.ThrowIfNull(result);
        return Missing.Count == 0
            && (allowsDifferent || IsOfSameMachine(result))
            && Subjects.Any(own => result.Subjects.Any(other => other.Name == own.Name && other.Load.IsSameAs(own.Load)));
    }

    /// <summary>The machine it was measured on.</summary>
    public required Machine Machine { get; init; }

    /// <summary>Version of the tool that measured.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>Wall clock at its start.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>What was asked for and is not there, one sentence each; empty for a whole result.</summary>
    public required IReadOnlyList<string> Missing { get; init; }

    /// <summary>Every measured form, in the order of the report; at least one.</summary>
    public required IReadOnlyList<GateSubject> Subjects { get; init; }

    /// <summary>What it compares within itself; empty for a load.</summary>
    public IReadOnlyList<GatePair> Pairs { get; init; } = [];

    /// <summary>Reads the folder of a run, its run.jsonl, or a report.json. A folder's journal is asked before its
    /// report, which may be older.</summary>
    /// <exception cref="FormatException">It is no result; the message is for the user.</exception>
    /// <exception cref="JournalException">The journal cannot be read.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be read.</exception>
    public static GateResult Read(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        string file = FileOf(path);
        GateResult result = file.EndsWith(".jsonl", StringComparison.OrdinalIgnoreCase)
            ? Of(JournalReader.Read(file), path)
            : OfReport(file, path);
        return result.Subjects.Count > 0
            ? result
            : throw new FormatException($"{path} holds no measured form. {string.Join(' ', result.Missing)}".TrimEnd());
    }

    /// <summary>Reads a result that lies elsewhere than in a file.</summary>
    /// <param name="report">A report.json.</param>
    /// <param name="name">What to call it.</param>
    /// <exception cref="FormatException">It is no result; the message is for the user.</exception>
    public static GateResult Parse(byte[] report, string name)
    {
        GateResult result = OfReport(report, name, name);
        return result.Subjects.Count > 0 ? result : throw new FormatException($"{name} holds no measured form.");
    }

    /// <summary>The result that is in a report.</summary>
    /// <param name="report">The report.</param>
    /// <param name="path">Where it was read.</param>
    /// <exception cref="FormatException">An experiment has a name that no experiment can have, or a figure is one that
    /// nothing can have.</exception>
    public static GateResult Of(ReportDocument report, string path)
    {
        ArgumentNullException.ThrowIfNull(report);
        return FigureBounds.Check(Of(path, report.Run, report.Machine, report.Tool, report.Missing) with
        {
            Subjects = [.. report.Experiments.DistinctBy(e => e.Id).SelectMany(e => Forms(e, report.Noise, path))],
            Pairs = [.. report.Experiments.DistinctBy(e => e.Id).SelectMany(e => e.Comparisons, (e, c) => new GatePair(e.Id, c))],
        });
    }

    /// <summary>The result that is in the report of a load: one form, "load.target", whose intervals stand for rounds.</summary>
    /// <param name="report">The report.</param>
    /// <param name="path">Where it was read.</param>
    /// <exception cref="FormatException">A figure is one that nothing can have.</exception>
    public static GateResult Of(LoadReport report, string path)
    {
        ArgumentNullException.ThrowIfNull(report);
        GateLoad load = new(
            report.Target.Load,
            Nanoseconds.ToMilliseconds(report.Target.ThinkNanoseconds),
            $"{Page(report)}, {report.LoadSentence}")
        {
            Page = Page(report),
        };
        return FigureBounds.Check(Of(path, report.Run, report.Machine, report.Tool, report.Missing) with
        {
            Subjects = [new GateSubject("load", "target", report.Figures with { Processes = 1, EachRound = Rounds(report) }, 0, load)],
        });
    }

    /// <summary>The intervals of a load, which stand for rounds. Each whole one must carry a percentile, as each slot of a run must:
    /// else it would be judged by the latencies of a few requests. The rest after the last whole one may be without.</summary>
    private static Dictionary<Metric, IReadOnlyList<double>> Rounds(LoadReport report)
    {
        Dictionary<Metric, IReadOnlyList<double>> rounds = [];
        List<LoadIntervalReport> intervals = report.Intervals.Where(i => i.RequestsPerSecond is not null).ToList();
        double usual = report.Intervals.Select(i => i.ToSeconds - i.FromSeconds).FirstOrDefault();
        foreach (Figure figure in Figure.BetweenRuns)
        {
            if (figure is { ComparedBy: { } metric, OfInterval: { } value })
                Add(metric, SlotMetrics.Quantiles.FirstOrDefault(q => q.Metric == metric).Quantile, value);
        }

        return rounds;

        void Add(Metric metric, double quantile, Func<LoadIntervalReport, double?> value)
        {
            // Reports of older versions have percentiles of a few answers.
            bool Carries(LoadIntervalReport i) => quantile <= 0.5 || SlotRules.CarriesQuantile(quantile, i.Count);
            bool isWhole = intervals.TrueForAll(i => Carries(i) || i.ToSeconds - i.FromSeconds < usual / 2);
            rounds[metric] = isWhole ? [.. intervals.Where(Carries).Select(value).OfType<double>()] : [];
        }
    }

    private static string Page(LoadReport report)
    {
        string url = report.Target.Url;
        return $"{report.Target.Method} {(Uri.TryCreate(url, UriKind.Absolute, out Uri? address) ? address.PathAndQuery : url)}";
    }

    /// <summary>What the results of runs and of loads have alike; of no subject yet.</summary>
    private static GateResult Of(
        string path, ReportRun run, Machine machine, ReportTool tool, IReadOnlyList<string> missing) =>
        new()
        {
            Path = path,
            Run = RunOf(run, machine),
            Machine = machine,
            ToolVersion = tool.Version,
            StartedUtc = run.StartedUtc,
            Missing = missing,
            Subjects = [],
        };

    private static GateResult Of(JournalReading reading, string path) =>
        LoadJournal.Is(reading) ? Of(LoadReportBuilder.Build(reading), path) : Of(ReportBuilder.Build(reading), path);

    /// <summary>The file of a result: a folder's journal before its report, which may be older.</summary>
    internal static string FileOf(string path)
    {
        if (!Directory.Exists(path))
            return path;
        return Names.Select(name => System.IO.Path.Combine(path, name)).FirstOrDefault(File.Exists)
            ?? throw new FormatException(
                $"{path} holds neither run.jsonl nor report.json. Give the folder of a run, or one of these files.");
    }

    private static GateResult OfReport(string file, string path)
    {
        return OfReport(Bytes(file), file, path);
    }

    /// <summary>A whole report as UTF-8, whichever byte-order mark it begins with.</summary>
    /// <exception cref="FormatException">It is no regular file, or longer than any report.</exception>
    internal static byte[] Bytes(string file)
    {
        if (RegularFile.Refusal(file) is { } refusal)
        {
            throw new FormatException(
                $"{file} is not a report that can be judged: {refusal}. Write the result to a file, and give that, or a run's folder.");
        }

        using FileStream stream = File.OpenRead(file);
        if (stream.Length > MostBytes)
        {
            throw new FormatException(
                FormattableString.Invariant($"{file} has {stream.Length:N0} bytes; the most that is read is {MostBytes:N0}."));
        }

        byte[] bytes = new byte[stream.Length];
        stream.ReadExactly(bytes);
        return WithoutMark(bytes);
    }

    // Editors and shells of Windows write them.
    private static byte[] WithoutMark(byte[] bytes) => bytes switch
    {
        [0xEF, 0xBB, 0xBF, ..] => bytes[3..],
        [0xFF, 0xFE, ..] => Encoding.UTF8.GetBytes(Encoding.Unicode.GetString(bytes.AsSpan(2))),
        [0xFE, 0xFF, ..] => Encoding.UTF8.GetBytes(Encoding.BigEndianUnicode.GetString(bytes.AsSpan(2))),
        _ => bytes,
    };

    private static GateResult OfReport(byte[] bytes, string file, string path) => LoadReportJson.Is(bytes)
        ? Of(Read(bytes, file, static b => LoadReportJson.Read(b)), path)
        : Of(Read(bytes, file, static b => ReportJson.Read(b)), path);

    private static Guid RunOf(ReportRun run, Machine machine)
    {
        string what = string.Create(
            CultureInfo.InvariantCulture, $"{run.StartedUtc.UtcTicks} {run.Seed} {run.Mode} {run.Command}\n{machine.Runtime}");
        // All that lost their headers are alike in these, and are different runs nevertheless.
        if (!run.HasHeader)
            what += string.Create(CultureInfo.InvariantCulture, $"\n{run.DurationSeconds:R}");
        return new Guid(SHA256.HashData(Encoding.UTF8.GetBytes(what)).AsSpan(0, 16));
    }

    private static T Read<T>(byte[] bytes, string file, Func<byte[], T> read)
    {
        try
        {
            return read(bytes);
        }
        catch (FormatException e)
        {
            throw new FormatException(
                $"{file} is not a report that can be judged: {e.Message}. Give a run's folder, run.jsonl or report.json.", e);
        }
    }

    private static IEnumerable<GateSubject> Forms(ExperimentReport experiment, ReportNoise ofRun, string path)
    {
        // An id becomes part of names in XML, Markdown and workflow commands.
        if (!RunJournal.IsPlain(experiment.Id))
        {
            throw new FormatException(
                $"{path} has an experiment with an invalid name: lower-case letters, digits and hyphens are allowed.");
        }

        double noise = experiment.Noise.FloorPercent ?? ofRun.FloorPercent ?? 0;
        GateLoad load = new(experiment.Load, experiment.WaitMilliseconds, experiment.LoadSentence);
        return experiment.Forms.DistinctBy(f => f.Form)
            .Select(f => new GateSubject(experiment.Id, f.Form.InLowerCase(), f, noise, load));
    }
}
