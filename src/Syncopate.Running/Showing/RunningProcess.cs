using System.Text.Json;
using Syncopate.Journaling;

namespace Syncopate.Running.Showing;

/// <summary>The process that writes a result, as the first line of <c>live.jsonl</c> in its folder describes it.</summary>
/// <param name="Measures">Whether it loads a server or uses the processors to measure: a second one beside it would spoil the figures
/// of both.</param>
/// <param name="IsDrawn">Whether its requests follow in the same file, and whether it reads orders.</param>
internal sealed record RunningProcess(bool Measures, bool IsDrawn)
{
    // A folder may come from elsewhere, with a line that has no end; that of a run has some hundred bytes.
    private const int MostBytes = 1024;

    /// <summary>The process that writes into a folder now; null when there is none, or it has ended.</summary>
    public static RunningProcess? In(string folder)
    {
        string path = Path.Combine(folder, LiveFeed.FileName);
        // A run makes a file. A link may lead anywhere, and a pipe waits for who writes into it.
        if (new FileInfo(path) is not { Exists: true, LinkTarget: null } || !RegularFile.Is(path))
            return null;
        try
        {
            using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            byte[] head = new byte[MostBytes];
            int count = file.ReadAtLeast(head, head.Length, throwOnEndOfStream: false);
            int end = head.AsSpan(0, count).IndexOf((byte)'\n');
            if (end < 0)
                return null; // It is being written, or not ours.
            using JsonDocument first = JsonDocument.Parse(head.AsMemory(0, end));
            JsonElement line = first.RootElement;
            return ProcessStart.Is(line.GetProperty("pid").GetInt32(), line.GetProperty("began").GetInt64())
                ? new RunningProcess(IsSet(line, "measures"), IsSet(line, "drawn"))
                : null;
        }
        catch (Exception e) when (e
            is IOException or UnauthorizedAccessException or JsonException or KeyNotFoundException
                or InvalidOperationException or FormatException)
        {
            return null;
        }
    }

    /// <summary>Writes the properties of that line, for the process that calls it.</summary>
    public void Write(Utf8JsonWriter json)
    {
        json.WriteString("k", "start");
        json.WriteNumber("pid", Environment.ProcessId);
        json.WriteNumber("began", ProcessStart.Milliseconds(Environment.ProcessId) ?? 0);
        json.WriteBoolean("measures", Measures);
        json.WriteBoolean("drawn", IsDrawn);
    }

    // A run of an earlier version says neither, and was both.
    private static bool IsSet(JsonElement line, string name) =>
        !line.TryGetProperty(name, out JsonElement value) || value.ValueKind != JsonValueKind.False;
}
