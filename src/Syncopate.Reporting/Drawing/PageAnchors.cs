namespace Syncopate.Reporting.Drawing;

/// <summary>The id attribute of each experiment's section: its own id where that is a plain name, so that a link to it
/// can be written by hand.</summary>
internal sealed class PageAnchors
{
    private readonly List<string> _anchors = [];

    public PageAnchors(IReadOnlyList<ExperimentReport> experiments)
    {
        foreach (ExperimentReport experiment in experiments)
            _anchors.Add(IsPlain(experiment.Id) && !_anchors.Contains(experiment.Id) ? experiment.Id : $"experiment.{_anchors.Count + 1}");
    }

    /// <summary>Anchor of the experiment at a place in the document.</summary>
    public string this[int index] => _anchors[index];

    // Ids of the page itself start with "report-"; a dot keeps ours from meeting a plain one.
    private static bool IsPlain(string id) =>
        id.Length is > 0 and <= 40
            && !id.StartsWith("report-", StringComparison.Ordinal)
            && id.All(c => char.IsAsciiLetterLower(c) || char.IsAsciiDigit(c) || c == '-');
}
