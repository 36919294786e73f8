using System.Text.Json;

namespace Syncopate.Watch.Processes;

/// <summary>Whether a program has switched off the events of managed code, by which a process reports nearly all of itself. The runtime's
/// own events, and samples of its stacks, come all the same.</summary>
internal static class EventSources
{
    private const string Begin = "Its event sources are switched off";
    private const string Switch = "System.Diagnostics.Tracing.EventSource.IsSupported";

    /// <summary>What a process then does not report, in a sentence; null where its settings do not say that they are off.</summary>
    public static string? Off(int processId) => ProcessFacts.SettingsFile(processId) is { } file && AreOff(file)
        ? $"{Begin} (EventSourceSupport, by {Path.GetFileName(file)}): it reports no counters, threads in use, queue, decisions of the "
            + "pool, requests or async methods."
        : null;

    /// <summary>True for a sentence of <see cref="Off"/>.</summary>
    public static bool IsOff(string sentence) => sentence.StartsWith(Begin, StringComparison.Ordinal);

    /// <summary>What the settings of a runtime say; false also where they cannot be read.</summary>
    /// <param name="file">NAME.runtimeconfig.json.</param>
    public static bool AreOff(string file)
    {
        try
        {
            using JsonDocument settings = JsonDocument.Parse(File.ReadAllBytes(file));
            JsonElement value = settings.RootElement.GetProperty("runtimeOptions").GetProperty("configProperties").GetProperty(Switch);
            return value.ValueKind == JsonValueKind.False
                || (value.ValueKind == JsonValueKind.String
                    && string.Equals(value.GetString(), "false", StringComparison.OrdinalIgnoreCase));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException
            or InvalidOperationException or KeyNotFoundException)
        {
            return false; // Not to be read from here, or without such a setting.
        }
    }
}
