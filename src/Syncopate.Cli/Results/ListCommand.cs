using System.CommandLine;
using System.Globalization;
using System.Text.Json;
using Spectre.Console;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Experiments;
using Syncopate.Experiments.Bundled;
using Syncopate.Reporting;

namespace Syncopate.Cli.Results;

/// <summary><c>syncopate list</c>: the experiments, their sources and their published figures.</summary>
internal static class ListCommand
{
    // Where the texts stand, so that the ids do alone.
    private const int Indent = 14;

    public static Command Create(Terminal terminal)
    {
        Option<bool> json = new("--json") { Description = "Print one JSON document and nothing else." };
        Command command = new("list", "Show the experiments, their source and their published figures.") { json };
        command.SetAction(result =>
        {
            if (result.GetValue(json))
                PrintJson();
            else
                PrintText(terminal);
            return ExitCode.Done;
        });
        return command;
    }

    private static void PrintText(Terminal terminal)
    {
        foreach (BundledExperiment experiment in BundledExperiments.All)
        {
            string head = experiment.Id.PadRight(Indent);
            foreach (string text in new[]
            {
                experiment.Summary,
                experiment.Source,
                $"published: {Published(experiment)}",
                $"part of: {PartOf(experiment.PartOf)}",
            })
            {
                foreach (string line in Wrapped(text, terminal.Out.Profile.Width - Indent))
                {
                    terminal.Out.MarkupLineInterpolated($"[bold]{head}[/]{line}");
                    head = new string(' ', Indent);
                }
            }
        }

        terminal.Out.WriteLine();
        terminal.Out.WriteLine("Run one: syncopate run io-bound      Run several: syncopate run      Run all: syncopate run --full");
    }

    /// <summary>The text in lines of at most a width, broken between words; a word that is longer stands alone.</summary>
    private static IEnumerable<string> Wrapped(string text, int width)
    {
        string line = "";
        foreach (string word in text.Split(' '))
        {
            if (line.Length > 0 && line.Length + 1 + word.Length > width)
            {
                yield return line;
                line = "";
            }

            line += line.Length > 0 ? " " + word : word;
        }

        yield return line;
    }

    private static string Published(BundledExperiment experiment) => experiment.Published.Count == 0
        ? "the code, no figures"
        : string.Join("; ", experiment.Published.GroupBy(f => f.Row).Select(row => row.Key is { } name
            ? $"{name}: {string.Join(", ", row.Select(figure => Describe(experiment, figure)))}"
            : string.Join("; ", row.Select(figure => Describe(experiment, figure)))));

    private static string PartOf(RunMode mode) => mode switch
    {
        RunMode.Quick => "every run",
        RunMode.Default => "default and --full runs; with --quick only when named",
        RunMode.Full => "--full runs; otherwise only when named",
        _ => throw new ArgumentOutOfRangeException(nameof(mode), mode, "Not a mode."),
    };

    private static string Describe(BundledExperiment experiment, PublishedFigure figure)
    {
        string form = figure.Form.InLowerCase();
        string value = figure.UpperValue is { } upper
            ? string.Create(CultureInfo.InvariantCulture, $"{figure.Value:#,0.##} to more than {upper:#,0.##}")
            : string.Create(CultureInfo.InvariantCulture, $"{(figure.IsOver ? "over " : "")}{figure.Value:#,0.##}");
        return PublishedMeasure.Of(figure.Measure, experiment.Explanation.Measures) is { Unit: var unit }
            ? $"{form} {value} {unit}"
            : $"{form} {figure.Measure} {value}";
    }

    private static void PrintJson()
    {
        using Stream stream = Console.OpenStandardOutput();
        using Utf8JsonWriter writer = new(stream, new JsonWriterOptions { Indented = true, NewLine = "\n" });
        writer.WriteStartObject();
        writer.WriteNumber("schema", 1);
        writer.WriteStartArray("experiments");
        foreach (BundledExperiment experiment in BundledExperiments.All)
        {
            writer.WriteStartObject();
            writer.WriteString("id", experiment.Id);
            writer.WriteString("summary", experiment.Summary);
            writer.WriteString("source", experiment.Source);
            writer.WriteStartArray("published");
            foreach (PublishedFigure figure in experiment.Published)
                WriteFigure(writer, figure);
            writer.WriteEndArray();
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
        writer.WriteEndObject();
        writer.Flush();
        stream.WriteByte((byte)'\n');
    }

    private static void WriteFigure(Utf8JsonWriter writer, PublishedFigure figure)
    {
        writer.WriteStartObject();
        writer.WriteString("form", figure.Form.InLowerCase());
        writer.WriteString("measure", figure.Measure);
        writer.WriteNumber("value", figure.Value);
        if (figure.UpperValue is { } upper)
            writer.WriteNumber("upperValue", upper);
        if (figure.IsOver)
            writer.WriteBoolean("isOver", true);
        writer.WriteString("where", figure.Where);
        if (figure.Row is { } row)
            writer.WriteString("row", row);
        writer.WriteEndObject();
    }
}
