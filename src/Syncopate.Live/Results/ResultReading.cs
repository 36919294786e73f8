using System.Globalization;
using System.Text.Json;
using Syncopate.Journaling;

namespace Syncopate.Live.Results;

/// <summary>Reads what a list says of a result: from its report, or from the head of its journal where there is none.</summary>
internal static class ResultReading
{
    /// <summary>The kind of a result that does not report it.</summary>
    public const string Unknown = "unknown";

    private const long MostBytes = 64L << 20;
    private const int HeadBytes = 64 * 1024;
    private const string NoReport = "It has no report: it was ended before that was made.";

    private static readonly string[] Journals = ["run.jsonl", "watch.jsonl"];

    /// <summary>The summary of a folder; what cannot be read is said in it.</summary>
    public static ResultSummary Read(string folder)
    {
        try
        {
            FileInfo report = new(Path.Combine(folder, "report.json"));
            if (report is { Exists: true, LinkTarget: null, Length: <= MostBytes })
            {
                RegularFile.Check(report.FullName);
                return Read(File.ReadAllBytes(report.FullName));
            }

            return Head(folder);
        }
        catch (Exception e) when (e
            is JsonException or IOException or UnauthorizedAccessException or InvalidOperationException or FormatException)
        {
            return new ResultSummary(Unknown, null, $"It cannot be read: {e.Message}", "", "");
        }
    }

    private static ResultSummary Read(byte[] json)
    {
        using JsonDocument document = JsonDocument.Parse(json);
        JsonElement root = document.RootElement;
        string sentence = Text(root, "headline") is { Length: > 0 } headline ? headline : Text(root, "sentence");
        return (root.TryGetProperty("run", out JsonElement run) ? Header(run) : Header(root)) with
        {
            Sentence = sentence.Length > 0 ? sentence : "Its report says nothing.",
            Verdicts = root.TryGetProperty("experiments", out JsonElement experiments) && experiments.ValueKind == JsonValueKind.Array
                ? [.. experiments.EnumerateArray().Select(experiment => Text(experiment, "verdict"))]
                : [],
        };
    }

    /// <summary>The first record of a journal is its header, on a line of its own.</summary>
    private static ResultSummary Head(string folder)
    {
        string? journal = Journals.FirstOrDefault(name => ResultFiles.Has(folder, name));
        if (journal is null)
            return new ResultSummary(Unknown, null, NoReport, "", "");
        string path = Path.Combine(folder, journal);
        RegularFile.Check(path);
        using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        byte[] bytes = new byte[HeadBytes];
        ReadOnlySpan<byte> head = bytes.AsSpan(0, file.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false));
        int end = head.IndexOf((byte)'\n');
        int brace = head.IndexOf((byte)'{');
        if (brace < 0 || end < brace)
            return new ResultSummary(Unknown, null, NoReport, "", "");
        using JsonDocument document = JsonDocument.Parse(bytes.AsMemory(brace, end - brace));
        JsonElement line = document.RootElement;
        return Header(line.TryGetProperty("record", out JsonElement record) ? record : line) with { Sentence = NoReport };
    }

    private static ResultSummary Header(JsonElement run) => new(
        Text(run, "mode") is { Length: > 0 } mode ? mode : Text(run, "type"),
        DateTimeOffset.TryParse(Text(run, "startedUtc"), CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal,
            out DateTimeOffset started) ? started : null,
        "",
        Text(run, "outcome"),
        Text(run, "command"));

    private static string Text(JsonElement element, string name) =>
        element.ValueKind == JsonValueKind.Object && element.TryGetProperty(name, out JsonElement value)
            && value.ValueKind == JsonValueKind.String ? value.GetString() ?? "" : "";
}
