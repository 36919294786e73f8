using System.Text.Json;

namespace Syncopate.Experiments;

/// <summary>Experiments as the JSON document of <c>syncopate list</c>: what they ask, where that is from, and what was published.</summary>
internal static class ExperimentListJson
{
    /// <summary>Writes it in UTF-8, with "\n" between its lines and without one at the end.</summary>
    public static void Write(IEnumerable<BundledExperiment> experiments, Stream to)
    {
        using Utf8JsonWriter writer = new(to, new JsonWriterOptions { Indented = true, NewLine = "\n" });
        writer.WriteStartObject();
        writer.WriteNumber("schema", 1);
        writer.WriteStartArray("experiments");
        foreach (BundledExperiment experiment in experiments)
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
