using System.Globalization;
using System.Text;
using System.Xml;

namespace Syncopate.Reporting.Gates;

/// <summary>The gate's checks as JUnit XML, which build servers show beside their tests: an experiment is a suite, a
/// check is a test, and what is undecided is skipped.</summary>
internal static class JUnitReport
{
    /// <summary>The document, UTF-8 without a byte order mark when written to a file. No time is given: a check takes none.</summary>
    public static string Write(GateReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        StringBuilder text = new();
        using (XmlWriter writer = XmlWriter.Create(text, new XmlWriterSettings
        {
            Indent = true,
            NewLineChars = "\n",
            OmitXmlDeclaration = true,
        }))
        {
            writer.WriteStartElement("testsuites");
            Attributes(writer, "syncopate gate", report.Checks);
            foreach (IGrouping<string, GateCheck> suite in report.Checks.GroupBy(c => c.Experiment))
                Suite(writer, suite.Key, [.. suite], report);
            writer.WriteEndElement();
        }

        return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" + text + "\n";
    }

    private static void Suite(XmlWriter writer, string experiment, IReadOnlyList<GateCheck> checks, GateReport report)
    {
        writer.WriteStartElement("testsuite");
        Attributes(writer, experiment, checks);
        writer.WriteAttributeString("skipped", Number(checks.Count(c => c.Outcome == GateOutcome.Undecided)));
        foreach (GateCheck check in checks)
        {
            writer.WriteStartElement("testcase");
            writer.WriteAttributeString("classname", $"{check.Experiment}.{check.Form}");
            writer.WriteAttributeString("name", $"{check.Figure} ({Held(check)})");
            Outcome(writer, check);
            writer.WriteEndElement();
        }

        if (report.Notes.Count > 0)
            writer.WriteElementString("system-out", GateText.Plain(string.Join(' ', report.Notes)));
        writer.WriteEndElement();
    }

    private static string Held(GateCheck check) => check.Kind switch
    {
        GateCheckKind.Threshold => GateText.Plain(check.Detail),
        GateCheckKind.Pair => $"against {check.Against}",
        GateCheckKind.Regression => "against the baseline",
        _ => throw new ArgumentOutOfRangeException(nameof(check), check.Kind, "Not a kind of check."),
    };

    private static void Outcome(XmlWriter writer, GateCheck check)
    {
        if (check.Outcome == GateOutcome.Ok)
            return;
        writer.WriteStartElement(check.Outcome == GateOutcome.Failed ? "failure" : "skipped");
        if (check.Outcome == GateOutcome.Failed)
            writer.WriteAttributeString("type", check.Kind == GateCheckKind.Threshold ? "threshold" : "regression");
        writer.WriteAttributeString("message", GateText.Plain(check.Sentence));
        writer.WriteEndElement();
    }

    private static void Attributes(XmlWriter writer, string name, IReadOnlyList<GateCheck> checks)
    {
        writer.WriteAttributeString("name", name);
        writer.WriteAttributeString("tests", Number(checks.Count));
        writer.WriteAttributeString("failures", Number(checks.Count(c => c.Outcome == GateOutcome.Failed)));
        writer.WriteAttributeString("errors", "0");
    }

    private static string Number(int value) => value.ToString(CultureInfo.InvariantCulture);
}
