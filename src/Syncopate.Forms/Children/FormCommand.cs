using System.Reflection;
using Syncopate.Calling;
using Syncopate.Running.Servers;
using Syncopate.Texts;

namespace Syncopate.Children;

/// <summary>How this program is started once more, to call one of its forms.</summary>
/// <param name="Words">The program and its arguments.</param>
/// <param name="Line">The same as a user would type it, with the options that repeat the run.</param>
internal sealed record FormCommand(IReadOnlyList<string> Words, string Line) : IFormHost
{
    /// <summary>The command of this very process.</summary>
    /// <param name="typed">How a user types the program; null to take it from the process.</param>
    /// <param name="args">Its arguments, as they are to be repeated.</param>
    /// <exception cref="FormsFault">It cannot be determined.</exception>
    public static FormCommand OfThisProgram(string? typed, IReadOnlyList<string> args)
    {
        string[] program = ThisProgram.Words(EntryFile) ?? throw new FormsFault(
            "The system does not report which program this process is, so that it cannot be started again for each form.");
        string[] own = [.. Environment.GetCommandLineArgs().Skip(1)];
        string line = string.Join(' ', [typed ?? Typed(program), .. args.Select(ShellWord.Quoted)]);
        return new FormCommand([.. program, .. own], line);
    }

    /// <inheritdoc/>
    public string Caveat => "Each form was called in a process that does nothing else: no network, no server.";

    /// <summary>The process of a form on a row.</summary>
    public IServerSource Open(FormPlan plan, int form, int row, string token) =>
        Open($"{plan.Title} ({plan.Descriptions[form].Label})", new FormAddress(token, plan.Site, form, row));

    /// <summary>The process that has one of several.</summary>
    /// <param name="name">What messages call it.</param>
    /// <param name="address">Which of them.</param>
    public ServerCommand Open(string name, FormAddress address) => new(
        name,
        Words[0],
        [.. Words.Skip(1)],
        Environment.CurrentDirectory,
        new Dictionary<string, string> { [FormAddress.Variable] = address.ToString() },
        EndsInOrder: true)
    {
        ReadyMark = FormAddress.ReadyMark,
        FailureMark = FormAddress.FailureMark,
    };

    /// <summary>What a user types to run this program, without the folders of one machine.</summary>
    private static string Typed(string[] program)
    {
        // Of a single source file the runtime reports its name; what runs is somewhere among temporary files.
        if (AppContext.GetData("EntryPointFilePath") is string source)
            return $"dotnet run {Path.GetFileName(source)} --";
        return program is [_, var assembly] ? $"dotnet {Path.GetFileName(assembly)}" : Path.GetFileName(program[0]);
    }

    private static string EntryFile() => Assembly.GetEntryAssembly()?.Location is { Length: > 0 } file
        ? file
        : throw new FormsFault("This process has no entry assembly: it is hosted by another program, which cannot be started again "
            + "for each form. Use MeasureAsync, which measures inside the process.");
}
