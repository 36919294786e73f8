using System.Text.Encodings.Web;
using System.Text.Json;
using Spectre.Console;
using Syncopate.Assemblies;
using Syncopate.Cli.Screens;

namespace Syncopate.Cli.Comparisons;

/// <summary>The twins of an assembly as text, or as one JSON document.</summary>
internal static class TwinsPrinter
{
    private const int Schema = 1;

    private static readonly JsonWriterOptions Readable = new() { Indented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Prints them on stdout.</summary>
    public static void Print(string path, IReadOnlyList<Twin> twins, bool json, Terminal terminal)
    {
        if (json)
            PrintJson(path, twins, terminal);
        else
            PrintText(path, twins, terminal);
    }

    private static void PrintText(string path, IReadOnlyList<Twin> twins, Terminal terminal)
    {
        Twin[] callable = [.. twins.Where(t => t.WhyNot is null)];
        string callables = FormattableString.Invariant($"{callable.Length} callable without arguments");
        terminal.Out.WriteLine($"{Path.GetFileName(path)}: {Count(twins.Count)}, {callables}. Nothing was run.");
        foreach (IGrouping<string, Twin> type in twins.GroupBy(t => t.Type))
        {
            terminal.Out.WriteLine();
            terminal.Out.WriteLine(type.Key);
            foreach (Twin twin in type)
            {
                terminal.Out.WriteLine($"  {twin.Sync.Signature}");
                terminal.Out.WriteLine($"  {twin.Async.Signature}");
                terminal.Out.WriteLine(twin.WhyNot is { } why ? $"      not without arguments: {why}" : $"      --method \"{twin.Call}\"");
            }
        }

        if (twins.Count == 0)
        {
            terminal.Out.WriteLine("Looked for: methods Find and FindAsync of one type, public or internal, with the same parameters but "
                + "for a token.");
        }
    }

    private static string Count(int twins) => twins == 1 ? "1 pair" : FormattableString.Invariant($"{twins} pairs");

    private static void PrintJson(string path, IReadOnlyList<Twin> twins, Terminal terminal)
    {
        using MemoryStream buffer = new();
        using (Utf8JsonWriter to = new(buffer, Readable))
        {
            to.WriteStartObject();
            to.WriteNumber("schema", Schema);
            to.WriteString("assembly", Path.GetFileName(path));
            to.WriteStartArray("twins");
            foreach (Twin twin in twins)
            {
                to.WriteStartObject();
                to.WriteString("type", twin.Type);
                to.WriteString("sync", twin.Sync.Signature);
                to.WriteString("async", twin.Async.Signature);
                to.WriteString("method", twin.Call);
                to.WriteBoolean("callable", twin.WhyNot is null);
                to.WriteString("whyNot", twin.WhyNot);
                to.WriteEndObject();
            }

            to.WriteEndArray();
            to.WriteEndObject();
        }

        terminal.Out.Profile.Out.Writer.WriteLine(System.Text.Encoding.UTF8.GetString(buffer.ToArray()));
    }
}
