using System.CommandLine;
using Syncopate.Cli.Lines;
using Syncopate.Running.Comparing;

namespace Syncopate.Cli.Comparisons;

/// <summary>The options that say what builds of an app are compared, and how each is built and run.</summary>
internal sealed class BuildLine
{
    private const string Together = "--build-a and --build-b go together, and --build-c comes after them. Give those that are missing.";

    private readonly PerTarget _build = new(
        "build",
        "DIR|REV",
        "The {0} of two or three builds of an app: a folder with its project, or a git revision of the repository here. "
            + "B and C may be left out where one of the options below distinguishes them from A.");
    private readonly PerTarget _runtime = new(
        "runtime", "VERSION", "The installed .NET that the {0} build runs on, such as 11; when not given, the one that it is built for.");
    private readonly Option<bool>[] _runtimeAsync;
    private readonly Option<string[]>[] _properties;

    public BuildLine()
    {
        _runtimeAsync = [.. PerTarget.Letters.Select((letter, i) => new Option<bool>($"--runtime-async-{letter}")
        {
            Description = i == 0
                ? "Compile the async methods of the first build without state machines: the runtime suspends and resumes them (.NET 11)."
                : $"The same for the {PerTarget.Places[i]}.",
        })];
        _properties = [.. PerTarget.Letters.Select((letter, i) => new Option<string[]>($"--properties-{letter}")
        {
            Description = i == 0
                ? "A property that MSBuild is given for the first build, such as TieredPGO=false; may be repeated."
                : $"The same for the {PerTarget.Places[i]}.",
            HelpName = "NAME=VALUE",
            Arity = ArgumentArity.ZeroOrMore,
        })];
    }

    /// <summary>The options, in the order of the help.</summary>
    public IReadOnlyList<Option> All => [.. _build.All, .. _runtimeAsync, .. _properties, .. _runtime.All];

    /// <summary>Whether any of them is in the line.</summary>
    public bool IsGiven(ParseResult line) => Enumerable.Range(0, PerTarget.Letters.Count).Any(i => IsGiven(line, i));

    /// <summary>The builds, without their paths; none when none is in the line.</summary>
    /// <exception cref="UsageException">One is missing, or a value cannot be used.</exception>
    public IReadOnlyList<ComparedBuild> Read(ParseResult line)
    {
        int count = Enumerable.Range(0, PerTarget.Letters.Count).LastOrDefault(i => IsGiven(line, i), -1) + 1;
        if (count == 0)
            return [];
        IReadOnlyList<string?> sources = _build.Sparse(line);
        if (sources[0] is not { } first)
        {
            throw new UsageException(sources.Any(s => s is not null)
                ? Together
                : $"{Given(line)} needs a build, and none is given: name the folder of its project with --build-a. "
                    + "Example: syncopate compare /orders --build-a . --runtime-async-b");
        }

        for (int i = 1; i < count || i < 2; i++)
        {
            if (sources[i] is null && !HasOwn(line, i) && !HasOwn(line, 0))
                throw new UsageException(Together);
        }

        return [.. Enumerable.Range(0, Math.Max(2, count)).Select(i => new ComparedBuild(sources[i] ?? first, "/")
        {
            IsRuntimeAsync = line.GetValue(_runtimeAsync[i]),
            Properties = Properties(line, i),
            Runtime = Runtime(line, i),
        })];
    }

    private bool IsGiven(ParseResult line, int index) => _build.Sparse(line)[index] is not null || HasOwn(line, index);

    private bool HasOwn(ParseResult line, int index) =>
        line.GetValue(_runtimeAsync[index])
            || line.GetValue(_properties[index]) is { Length: > 0 }
            || _runtime.Sparse(line)[index] is not null;

    private string Given(ParseResult line) =>
        All.First(o => line.GetResult(o) is { Implicit: false }).Name;

    private KeyValuePair<string, string>[] Properties(ParseResult line, int index) =>
        [.. (line.GetValue(_properties[index]) ?? []).Select(text => Property(_properties[index].Name, text))];

    private static KeyValuePair<string, string> Property(string option, string text)
    {
        int sign = text.IndexOf('=', StringComparison.Ordinal);
        string name = sign > 0 ? text[..sign] : "";
        bool isName = name.Length > 0 && (char.IsAsciiLetter(name[0]) || name[0] == '_')
            && name.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-' or '.');
        return isName
            ? new KeyValuePair<string, string>(name, text[(sign + 1)..])
            : throw new UsageException(
                $"{option} takes NAME=VALUE, a property of MSBuild; found '{text}'. Example: {option} TieredPGO=false");
    }

    private string? Runtime(ParseResult line, int index)
    {
        if (_runtime.Sparse(line)[index] is not { } text)
            return null;
        return text.Length > 0 && char.IsAsciiDigit(text[0]) && text[^1] != '.'
            && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '-')
            ? text
            : throw new UsageException(
                $"{_runtime.All[index].Name} takes the version of an installed .NET, or how it begins; found '{text}'. "
                + "Example: --runtime-a 10 --runtime-b 11; see dotnet --list-runtimes");
    }
}
