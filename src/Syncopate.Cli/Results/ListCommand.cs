using System.CommandLine;
using System.Globalization;
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
        ExperimentListJson.Write(BundledExperiments.All, stream);
        stream.WriteByte((byte)'\n');
    }
}
