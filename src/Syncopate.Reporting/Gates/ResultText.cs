using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Syncopate.Journaling;
using Syncopate.Reporting.Loads;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Runs;

namespace Syncopate.Reporting.Gates;

/// <summary>A result as one text that stands for itself: for where there are no folders of runs.</summary>
/// <param name="Result">What it says.</param>
/// <param name="Json">A report.json without the single requests and pool samples of its pictures, which are most of one.</param>
internal sealed record ResultText(GateResult Result, string Json)
{
    /// <summary>The result of a folder, its run.jsonl, or a report.json; of a folder its journal is asked.</summary>
    /// <param name="path">The folder or file.</param>
    /// <param name="explanations">What experiments say in words of their own, as in the report of the folder.</param>
    /// <exception cref="FormatException">It is no result; the message is for the user.</exception>
    /// <exception cref="JournalException">The journal cannot be read.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be read.</exception>
    public static ResultText Read(string path, Explanations explanations)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        string file = GateResult.FileOf(path);
        bool isJournal = file.EndsWith(".jsonl", StringComparison.OrdinalIgnoreCase);
        string whole = isJournal
            ? OfJournal(JournalReader.Read(file), explanations)
            : Encoding.UTF8.GetString(GateResult.Bytes(file));
        string json = WithoutPictures(whole);
        return new ResultText(GateResult.Parse(Encoding.UTF8.GetBytes(json), path), json);
    }

    private static string OfJournal(JournalReading reading, Explanations explanations) => LoadJournal.Is(reading)
        ? LoadReportJson.Write(LoadReportBuilder.Build(reading))
        : ReportJson.Write(ReportBuilder.Build(new RunJournal(reading, explanations)));

    private static string WithoutPictures(string json)
    {
        try
        {
            if (JsonNode.Parse(json) is not JsonObject report)
                return json; // Whoever reads it says what is wrong with it.
            foreach (JsonObject experiment in (report["experiments"] as JsonArray ?? []).OfType<JsonObject>())
                experiment["pictures"] = new JsonArray();
            return report.ToJsonString();
        }
        catch (JsonException)
        {
            return json; // As above.
        }
    }
}
