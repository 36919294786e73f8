using System.Text.RegularExpressions;
using Syncopate.Load.Client;

namespace Syncopate.Load;

/// <summary>A sequence of requests which each user goes through, over and over: log in, look, order. What an answer
/// tells, such as a token or an id, can be taken from it and put into later requests as <c>{name}</c>. A request that fails ends the
/// pass; the next one begins at the first step, without any values.</summary>
/// <remarks>Driven by <see cref="HttpClientEngine"/> alone: a request that changes each time cannot be written
/// beforehand, which is what makes the other engine fast.</remarks>
public sealed partial class LoadScenario
{
    private const int MostSteps = 50;

    /// <param name="steps">1 to 50, in the order in which they are sent.</param>
    /// <exception cref="ArgumentException">No steps or too many, or a path or header with the name of a value that no
    /// step before it takes.</exception>
    public LoadScenario(IReadOnlyList<LoadStep> steps)
    {
        ArgumentNullException.ThrowIfNull(steps);
        if (steps.Count is 0 or > MostSteps)
            throw new ArgumentException($"Cannot drive a scenario of {steps.Count} steps: 1 to {MostSteps} are allowed.", nameof(steps));
        HashSet<string> extracted = new(StringComparer.Ordinal);
        foreach (LoadStep step in steps)
        {
            foreach (string template in step.Headers.Select(header => header.Value).Prepend(step.Path))
            {
                if (NamesIn(template).FirstOrDefault(name => !extracted.Contains(name)) is { } unknown)
                {
                    throw new ArgumentException(
                        $"Cannot fill {{{unknown}}} in the step \"{step.Name}\": no step before it extracts a value of that name.",
                        nameof(steps));
                }
            }

            extracted.UnionWith(step.ExtractedValues.Select(value => value.Name));
        }

        Steps = [.. steps];
    }

    /// <summary>In the order in which they are sent; never empty.</summary>
    public IReadOnlyList<LoadStep> Steps { get; }

    /// <summary>The text that it was read from; null for one that was made otherwise.</summary>
    public string? Source { get; internal init; }

    /// <summary>Reads the form that <c>--scenario FILE</c> takes; docs/load.md describes it.</summary>
    /// <param name="json">The text of the file; comments and trailing commas are allowed.</param>
    /// <exception cref="FormatException">It is no such text; the message says where and why.</exception>
    public static LoadScenario Parse(string json)
    {
        ArgumentNullException.ThrowIfNull(json);
        return ScenarioFile.Read(json);
    }

    /// <summary>The values that a template wants.</summary>
    internal static IEnumerable<string> NamesIn(string template) => Placeholder().Matches(template).Select(match => match.Groups[1].Value);

    /// <summary>A template with its values; what is no known name stays as it is, since JSON is full of braces.</summary>
    internal static string Fill(string template, IReadOnlyDictionary<string, string> values, Func<string, string> escape) =>
        Placeholder()
            .Replace(
                template,
                match => values.TryGetValue(match.Groups[1].Value, out string? value) ? escape(value) : match.Value);

    [GeneratedRegex(@"\{([A-Za-z_][A-Za-z0-9_]*)\}", RegexOptions.CultureInvariant)]
    private static partial Regex Placeholder();
}
