using System.CommandLine;
using System.Globalization;

namespace Syncopate.Cli.Lines;

/// <summary>An option that each of A, B and C has for itself, such as <c>--launch-a</c>.</summary>
internal sealed class PerTarget
{
    /// <summary>What messages call the three, in order.</summary>
    public static IReadOnlyList<string> Places { get; } = ["first", "second", "third"];


    private readonly Option<string?>[] _options;
    private readonly string _name;

    /// <param name="name">Such as "launch".</param>
    /// <param name="helpName">What stands for its value in the help.</param>
    /// <param name="description">What the first one does, with {0} for "first"; the others refer to it.</param>
    public PerTarget(string name, string helpName, string description)
    {
        _name = name;
        _options = [.. Letters.Select((letter, i) => new Option<string?>($"--{name}-{letter}")
        {
            Description = i == 0 ? string.Format(CultureInfo.InvariantCulture, description, Places[0]) : $"The same for the {Places[i]}.",
            HelpName = helpName,
        })];
    }

    /// <summary>The ends of the names, in order.</summary>
    public static IReadOnlyList<char> Letters { get; } = ['a', 'b', 'c'];

    /// <summary>The options, in the order of the help.</summary>
    public IReadOnlyList<Option> All => _options;

    /// <summary>The values of all three; null where none is given.</summary>
    public IReadOnlyList<string?> Sparse(ParseResult line) => [.. _options.Select(line.GetValue)];

    /// <summary>The values without gaps: none, or two or three.</summary>
    /// <exception cref="UsageException">One is missing.</exception>
    public IReadOnlyList<string> Read(ParseResult line)
    {
        string?[] values = [.. Sparse(line)];
        int count = Array.FindLastIndex(values, v => v is not null) + 1;
        if (count == 0)
            return [];
        return count >= 2 && Array.TrueForAll(values[..count], v => v is not null)
            ? [.. values.OfType<string>()]
            : throw new UsageException($"--{_name}-a and --{_name}-b go together, and --{_name}-c comes after them. Give those that are "
                + "missing.");
    }
}
