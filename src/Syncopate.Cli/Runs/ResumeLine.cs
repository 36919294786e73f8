using System.CommandLine;
using Syncopate.Cli.Lines;
using Syncopate.Journaling;
using Syncopate.Running;
using Syncopate.Running.Machines;
using Syncopate.Running.Showing;
using Syncopate.Texts;
using Syncopate.Watch.Reporting;

namespace Syncopate.Cli.Runs;

/// <summary><c>--resume DIR</c>: a run that was interrupted goes on, as its journal says that it was begun.</summary>
/// <param name="beside">The options that say how a result is shown or kept, which a run may go on with whatever it was begun with.</param>
internal sealed class ResumeLine(IReadOnlyList<Option> beside)
{
    private const string Name = "--resume";

    // What a journal has in place of a value that may be a secret.
    private const string NotRepeated = "...";
    private const string Connection = "CONNECTION";

    private readonly Option<string?> _resume = new(Name)
    {
        Description = "Go on with the run in this folder that was killed or stopped: by its own options, seed and order, after its last "
            + "whole round. On the same machine, by the same build of the tool.",
        HelpName = "DIR",
    };

    /// <summary>The option.</summary>
    public Option Option => _resume;

    /// <summary>Whether the line goes on with a run.</summary>
    public bool IsMeant(ParseResult line) => line.GetResult(_resume) is { Implicit: false };

    /// <summary>Says whether the line would be carried out, without touching the folder.</summary>
    /// <returns>The line that began the run, with what this one adds.</returns>
    /// <exception cref="UsageException">The line contradicts the journal.</exception>
    /// <exception cref="JournalException">The run cannot go on.</exception>
    public ParseResult Check(ParseResult line)
    {
        string folder = Folder(line);
        ResumedFolder.CheckIsAtRest(folder);
        return Repeated(line, ResumableRun.Read(folder, MachineReader.Read()));
    }

    /// <summary>Takes the folder for this process.</summary>
    /// <exception cref="UsageException">No folder is named.</exception>
    /// <exception cref="JournalException">The run cannot go on, or another process writes it.</exception>
    public Task<ResumedFolder> TakeAsync(ParseResult line, CancellationToken cancellationToken) =>
        ResumedFolder.TakeAsync(Folder(line), MachineReader.Read(), TimeProvider.System, cancellationToken);

    /// <summary>The line that began a run, read again with what this one adds.</summary>
    /// <exception cref="UsageException">The line contradicts the journal, or lacks what the journal does not hold.</exception>
    public ParseResult Repeated(ParseResult line, ResumableRun run)
    {
        Command command = line.CommandResult.Command;
        if (command.Name != run.Command)
            throw new UsageException($"'{run.Folder}' was begun by {run.Command}, not by {command.Name}. Go on with it by: {run.Line}");
        ParseResult begun = Parse(line, ShellWord.Split(run.Header.Command).Skip(1));
        List<string> words = [command.Name];
        foreach (Argument argument in command.Arguments)
        {
            string[] given = [.. Tokens(line, argument)];
            string[] before = [.. Tokens(begun, argument)];
            if (given.Length > 0 && !given.SequenceEqual(before))
                throw Contradicts(argument.Name, string.Join(' ', before), run);
            words.AddRange(before);
        }

        words.AddRange(command.Options.Where(option => option != _resume)
            .SelectMany(option => Words(option, Tokens(line, option), Tokens(begun, option), run)));
        return Parse(line, words);
    }

    /// <summary>Sees that what was read again is the run that was begun, in every option.</summary>
    /// <param name="command">What the line that was read again calls itself.</param>
    /// <param name="run">The run.</param>
    /// <exception cref="UsageException">It is another.</exception>
    public static void Check(string command, ResumableRun run)
    {
        if (command != run.Header.Command)
        {
            throw new UsageException($"With these options it would be another run: {command}. The journal has: {run.Header.Command}. "
                + $"Leave them out: {run.Line}");
        }
    }

    private string Folder(ParseResult line)
    {
        string folder = line.GetValue(_resume) ?? "";
        if (folder.Length == 0)
            throw new UsageException($"{Name} takes the folder of a run; found nothing. Example: {Name} syncopate-out/20261129-022031");
        return !WatchJournal.Is(folder)
            ? folder
            : throw new JournalException($"'{folder}' holds what a watch saw, which cannot be resumed: its process went on meanwhile. "
                + "Watch it anew: syncopate watch");
    }

    private IEnumerable<string> Words(Option option, string[]? given, string[]? before, ResumableRun run)
    {
        string[]? taken = before;
        if (beside.Contains(option))
            taken = given;
        else if (before is not null && before.Any(IsHidden))
            taken = given ?? throw Hidden(option, run);
        else if (given is not null && (before is null || !given.SequenceEqual(before)))
            throw Contradicts(option.Name, before is null ? "" : string.Join(' ', before), run);
        return taken is null ? []
            : taken.Length == 0 ? [option.Name]
            : taken.SelectMany(value => new[] { option.Name, value });
    }

    private static bool IsHidden(string value) =>
        value is NotRepeated or Connection || value.EndsWith(": " + NotRepeated, StringComparison.Ordinal);

    private static UsageException Hidden(Option option, ResumableRun run) => new(
        $"The journal of '{run.Folder}' does not hold the value of {option.Name}, which may be a secret. Give it again, as it was: "
            + $"{run.Line} {option.Name} ...");

    private static UsageException Contradicts(string name, string before, ResumableRun run) => new(
        $"{name} is not what '{run.Folder}' was begun with: {(before.Length > 0 ? before : "it was not given")}. A run goes on as it was "
            + $"begun; leave it out: {run.Line}");

    /// <summary>Values of an option as they were typed; null when it was not given.</summary>
    private static string[]? Tokens(ParseResult line, Option option) =>
        line.GetResult(option) is { Implicit: false } result ? [.. result.Tokens.Select(token => token.Value)] : null;

    private static IEnumerable<string> Tokens(ParseResult line, Argument argument) =>
        line.GetResult(argument)?.Tokens.Select(token => token.Value) ?? [];

    private static ParseResult Parse(ParseResult line, IEnumerable<string> words)
    {
        ParseResult parsed = line.RootCommandResult.Command.Parse(
            [.. words], new ParserConfiguration { ResponseFileTokenReplacer = null });
        return parsed.Errors.Count == 0 ? parsed : throw new UsageException(string.Join(' ', WrongLine.Words(parsed)));
    }
}
