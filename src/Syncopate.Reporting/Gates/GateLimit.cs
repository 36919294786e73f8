using Syncopate.Reporting.Figures;

namespace Syncopate.Reporting.Gates;

/// <summary>A threshold with the forms it applies to, as written on a command line:
/// <c>[[EXPERIMENT.]FORM.]FIGURE=LIMIT</c>, each name or "*".</summary>
/// <param name="Text">As it was written.</param>
/// <param name="Experiment">Id of the experiment; null for all.</param>
/// <param name="Form">Name of the form; null for all.</param>
/// <param name="Threshold">The threshold.</param>
internal sealed record GateLimit(string Text, string? Experiment, string? Form, Threshold Threshold)
{
    /// <summary>Reads such as "delay.async.p95=300ms", "async.p95=300ms" or "p95=300ms".</summary>
    /// <param name="text">The limit.</param>
    /// <param name="side">On which side of it a form fails.</param>
    /// <exception cref="FormatException">It cannot be read; the message says why and shows an example.</exception>
    public static GateLimit Parse(string text, ThresholdSide side) => Parse(text, side, Figure.All);

    /// <summary>The same with these figures.</summary>
    internal static GateLimit Parse(string text, ThresholdSide side, IReadOnlyList<Figure> figures)
    {
        ArgumentNullException.ThrowIfNull(text);
        int equals = text.IndexOf('=', StringComparison.Ordinal);
        if (equals < 0)
            throw new FormatException($"'{text}' is not a limit: it has no =. Example: delay.async.p95=300ms");
        string key = text[..equals].Trim();
        // The figure "p99.9" has a dot of its own, so the longest figure that ends the key is meant.
        Figure figure = figures.Where(f => Ends(key, f.Name)).MaxBy(f => f.Name.Length)
            ?? Figure.Named(key[(key.LastIndexOf('.') + 1)..]);
        string[] path = key.Length == figure.Name.Length ? [] : key[..^(figure.Name.Length + 1)].Split('.');
        if (path.Length > 2 || path.Contains(""))
        {
            throw new FormatException(
                $"'{key}' names no figure of a form. It has at most three parts: EXPERIMENT.FORM.FIGURE. Example: delay.async.p95=300ms");
        }

        Threshold threshold = Threshold.Create(figure, side, text[(equals + 1)..].Trim());
        return new GateLimit(text, path.Length == 2 ? Name(path[0]) : null, path.Length > 0 ? Name(path[^1]) : null, threshold);
    }

    /// <summary>Whether the limit applies to a form.</summary>
    public bool AppliesTo(GateSubject subject)
    {
        ArgumentNullException.ThrowIfNull(subject);
        return (Experiment is null || Experiment == subject.Experiment) && (Form is null || Form == subject.Form);
    }

    private static bool Ends(string key, string figure) =>
        key.EndsWith(figure, StringComparison.OrdinalIgnoreCase) && (key.Length == figure.Length || key[^(figure.Length + 1)] == '.');

    private static string? Name(string part) => part == "*" ? null : part.ToLowerInvariant();
}
