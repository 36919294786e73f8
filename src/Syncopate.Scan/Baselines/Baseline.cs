using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Syncopate.Scan.Baselines;

/// <summary>The findings that a code base has and does not want to hear of again.</summary>
internal sealed record Baseline
{
    private const string WhatItIs = "syncopate-scan-baseline";
    private const int Newest = 1;
    private const int MostBytes = 64 * 1024 * 1024;

    // People read the file in reviews: "List<int>" must not become "List\u003Cint\u003E". It is never part of a page.
    private static readonly BaselineJson Readable = new(
        new JsonSerializerOptions(BaselineJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });

    /// <summary>What the file is; always the same.</summary>
    public required string Kind { get; init; }

    /// <summary>Version of the format; this code writes and reads 1.</summary>
    public required int Schema { get; init; }

    /// <summary>One entry a line of the list, in the order of project, rule, member and call.</summary>
    public required IReadOnlyList<BaselineFinding> Findings { get; init; }

    /// <summary>The baseline that knows all findings of a scan, but those that the source itself silences.</summary>
    public static Baseline Of(ScanResult result) => new()
    {
        Kind = WhatItIs,
        Schema = Newest,
        Findings =
        [
            .. result.Findings.Where(f => f.Suppressed is null)
                .OrderBy(f => f.Project, StringComparer.Ordinal).ThenBy(f => f.Rule, StringComparer.Ordinal)
                    .ThenBy(f => f.Member, StringComparer.Ordinal)
                .ThenBy(f => f.Call, StringComparer.Ordinal).ThenBy(f => f.Fingerprint, StringComparer.Ordinal)
                .Select(f => new BaselineFinding(f.Rule, f.Project, f.Member, f.Call, f.Fingerprint)),
        ],
    };

    /// <summary>Reads a file.</summary>
    /// <exception cref="ScanFailedException">It is not there, or no baseline, or of a newer version.</exception>
    public static Baseline Read(string file)
    {
        const string Try = "Write it anew with --write-baseline, or name another file.";
        try
        {
            if (new FileInfo(file) is { Exists: true, Length: > MostBytes })
                throw new ScanFailedException($"The baseline '{file}' has more than 64 MiB; that is not a baseline of a scan. {Try}");
            Baseline? read = JsonSerializer.Deserialize(File.ReadAllBytes(file), BaselineJson.Default.Baseline);
            if (read?.Kind != WhatItIs || read.Findings is null || read.Findings.Any(f => f?.Fingerprint is null or ""))
                throw new ScanFailedException($"'{file}' is not a baseline of a scan. {Try}");
            return read.Schema is > 0 and <= Newest
                ? read
                : throw new ScanFailedException($"The baseline '{file}' has version {read.Schema}, and this tool reads up to {Newest}. "
                    + "Use the tool that wrote it, or write it anew with --write-baseline.");
        }
        catch (JsonException e)
        {
            throw new ScanFailedException($"The baseline '{file}' cannot be understood: line {(e.LineNumber ?? 0) + 1} is not part of a "
                + $"baseline. {Try}", e);
        }
        catch (FileNotFoundException e)
        {
            throw new ScanFailedException($"There is no baseline '{file}'. Write it first: add --write-baseline", e);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ScanFailedException($"Cannot read the baseline '{file}': {e.Message.TrimEnd('.')}. {Try}", e);
        }
    }

    /// <summary>The file's text; lines end with a line feed, the last one too. The same findings give the same text.</summary>
    public string Write() => JsonSerializer.Serialize(this, Readable.Baseline) + "\n";

    /// <summary>The result with what is known marked as such.</summary>
    public ScanResult Apply(ScanResult result)
    {
        HashSet<string> known = [.. Findings.Select(f => f.Fingerprint)];
        return result with { Findings = [.. result.Findings.Select(f => f with { IsKnown = known.Contains(f.Fingerprint) })] };
    }

    /// <summary>True for a finding that is in it.</summary>
    public bool Knows(Finding finding) => Findings.Any(known => known.Fingerprint == finding.Fingerprint);

    /// <summary>How many of its findings of these rules the scan does not find any more.</summary>
    public int Gone(ScanResult result, IReadOnlySet<string> rules)
    {
        HashSet<string> found = [.. result.Findings.Select(f => f.Fingerprint)];
        return Findings.Count(f => rules.Contains(f.Rule) && !found.Contains(f.Fingerprint));
    }
}

/// <summary>A finding that is known. All but the fingerprint is there for those who read the file.</summary>
/// <param name="Rule">The rule.</param>
/// <param name="Project">The project.</param>
/// <param name="Member">The member around it.</param>
/// <param name="Call">The text of the call.</param>
/// <param name="Fingerprint">What it is known by.</param>
internal sealed record BaselineFinding(string Rule, string Project, string Member, string Call, string Fingerprint);

/// <summary>How a baseline looks as JSON.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true, NewLine = "\n")]
[JsonSerializable(typeof(Baseline))]
internal sealed partial class BaselineJson : JsonSerializerContext;
