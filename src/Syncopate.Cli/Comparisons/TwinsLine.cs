using System.CommandLine;
using Syncopate.Assemblies;
using Syncopate.Calling;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Lines;
using Syncopate.Texts;
using Syncopate.Watch.Awaits;

namespace Syncopate.Cli.Comparisons;

/// <summary><c>syncopate compare --assembly</c>: lists the twins of an assembly, or has the library compare one pair.</summary>
internal sealed class TwinsLine
{
    private const string MethodOption = "--method";

    // What the library takes of compare's options, by the same names.
    private static readonly string[] OfForms =
        ["--users", "--rate", "--budget", "--margin", "--floor", "--confidence", "--timeout", "--allow-different", "--precise", "--cold",
            "--seed", "--out", "--json", "--card"];

    private readonly Option<string?> _assembly = new("--assembly")
    {
        Description = "A .NET assembly of yours instead of URLs: --twins lists the pairs Find and FindAsync in it, "
            + "--method \"My.Customers.Find(7)\" compares one. It is run only with --method.",
        HelpName = "FILE",
    };

    private readonly Option<bool> _twins = new("--twins")
    {
        Description = "List the pairs of the assembly, and which of them could be called without arguments. None of its code runs.",
    };

    /// <summary>The options, in the order of the help.</summary>
    public IReadOnlyList<Option> All => [_assembly, _twins];

    /// <summary>Whether the line speaks of an assembly.</summary>
    /// <exception cref="UsageException">It does by half.</exception>
    public bool IsMeant(ParseResult line)
    {
        if (line.GetValue(_twins) && line.GetValue(_assembly) is null)
        {
            throw new UsageException("--twins lists the pairs of an assembly, and none is given. Example: syncopate compare --assembly "
                + "bin/Release/net10.0/My.dll --twins");
        }

        return ResultLine.File(_assembly, line, "bin/Release/net10.0/My.dll") is not null;
    }

    /// <summary>Lists, or compares.</summary>
    /// <param name="line">The line.</param>
    /// <param name="targets">What stands in it beside options.</param>
    /// <param name="terminal">For the list.</param>
    /// <returns>The exit code.</returns>
    /// <exception cref="UsageException">Something cannot be done as written.</exception>
    /// <exception cref="UnusableException">The assembly cannot be read.</exception>
    public async Task<int> RunAsync(ParseResult line, IReadOnlyList<string> targets, Terminal terminal)
    {
        Dictionary<string, string[]> given = Given(line);
        string? call = Call(line, targets, given);
        string file = line.GetValue(_assembly)!; // Never null: IsMeant was asked.
        string path = Path.GetFullPath(file);
        IReadOnlyList<Twin> twins = TwinsOf(path);
        if (call is null)
        {
            TwinsPrinter.Print(path, twins, given.ContainsKey("--json"), terminal);
            return ExitCode.Done;
        }

        FormComparison comparison = new(Plan(path, twins, call)) { Settings = new FormSettings() };
        string repeats = $"syncopate compare --assembly {ShellWord.Quoted(file)} --method {ShellWord.Quoted(call)}";
        return await new FormProgram(comparison) { Typed = repeats, Verdict = ProgressText.Verdict }
            .RunAsync(OfLibrary(given), CancellationToken.None);
    }

    /// <summary>Whether the comparison of a pair would begin. Nothing is printed, and no code of the assembly runs.</summary>
    /// <param name="line">The line.</param>
    /// <param name="targets">What stands in it beside options.</param>
    /// <exception cref="UsageException">Something cannot be done as written, or there is only a list to be printed.</exception>
    /// <exception cref="UnusableException">The assembly cannot be read.</exception>
    public void Check(ParseResult line, IReadOnlyList<string> targets)
    {
        Dictionary<string, string[]> given = Given(line);
        string? call = Call(line, targets, given);
        string path = Path.GetFullPath(line.GetValue(_assembly)!); // Never null: IsMeant was asked.
        IReadOnlyList<Twin> twins = TwinsOf(path);
        if (call is null)
        {
            throw new UsageException("--twins prints a list and measures nothing: give the command in a terminal, and then --method "
                + "in place of --twins.");
        }

        FormComparison comparison = new(Plan(path, twins, call)) { Settings = new FormSettings() };
        try
        {
            FormsLine.Read(OfLibrary(given), comparison.Settings, comparison.Refused);
            comparison.Check();
        }
        catch (FormsFault e)
        {
            throw new UsageException(e.Message);
        }
    }

    /// <summary>The call to compare; null for a list.</summary>
    private string? Call(ParseResult line, IReadOnlyList<string> targets, Dictionary<string, string[]> given)
    {
        bool lists = line.GetValue(_twins);
        string? call = given.GetValueOrDefault(MethodOption)?.FirstOrDefault();
        if (targets.Count > 0)
            throw new UsageException($"--assembly compares methods, and URLs do not go with it; found '{targets[0]}'.");
        if (lists == call is not null)
        {
            throw new UsageException(lists ? "--twins lists and --method compares: one of them at a time."
                : "--assembly takes --twins, which lists its pairs, or --method \"My.Customers.Find(7)\", which compares one.");
        }

        string[] allowed = lists ? ["--json"] : [.. OfForms, MethodOption];
        if (given.Keys.FirstOrDefault(o => o != "--assembly" && o != "--twins" && !allowed.Contains(o)) is { } wrong)
        {
            string with = lists ? "--twins" : "--method: methods are called, nothing is sent";
            throw new UsageException($"{wrong} does not go with --assembly and {with}. What does: "
                + $"{string.Join(", ", allowed.Except([MethodOption]))}.");
        }

        return call;
    }

    private static string[] OfLibrary(Dictionary<string, string[]> given) =>
        [.. OfForms.Where(given.ContainsKey).SelectMany(o => given[o].Prepend(o))];

    private static IReadOnlyList<Twin> TwinsOf(string path)
    {
        try
        {
            return AssemblyTwins.Of(path);
        }
        catch (FormsException e)
        {
            throw new UnusableException(e.Message);
        }
    }

    private static TwinPlan Plan(string path, IReadOnlyList<Twin> twins, string call)
    {
        try
        {
            MethodCall typed = MethodCall.Read(call);
            return new TwinPlan(path, TwinChoice.Of(twins, typed, path), typed, token => PlaceOf(path, token));
        }
        catch (FormsFault e)
        {
            throw new UsageException(e.Message);
        }
    }

    private static MethodPlace? PlaceOf(string path, int token) =>
        PlaceReader.Of(path, token) is { } place ? new MethodPlace(place.File, place.Line) : null;

    /// <summary>The options that were typed, by their full names, with their values.</summary>
    private static Dictionary<string, string[]> Given(ParseResult line) =>
        (from option in line.CommandResult.Command.Options
         let result = line.GetResult(option)
         where result is { Implicit: false }
         select (option.Name, Values: result.Tokens.Select(t => t.Value).ToArray())).ToDictionary(o => o.Name, o => o.Values);
}
