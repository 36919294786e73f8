using Syncopate.Journaling;
using Syncopate.Texts;

namespace Syncopate.Running;

/// <summary>A run that was interrupted, in its folder: what can go on, and why what cannot does not.</summary>
/// <param name="Folder">The folder.</param>
/// <param name="Header">The header of its journal.</param>
/// <param name="Earlier">What was measured.</param>
internal sealed record ResumableRun(string Folder, RunHeader Header, EarlierSitting Earlier)
{
    /// <summary>Name of the journal in its folder.</summary>
    public const string Journal = "run.jsonl";

    private const string Tool = "syncopate";
    private const string Logs = "logs";

    private static readonly TimeSpan LongestRun = TimeSpan.FromDays(365);

    private static readonly EnumerationOptions Everything = new() { IgnoreInaccessible = true, AttributesToSkip = FileAttributes.None };

    private static readonly string[] OfAgents = ["--agents"];
    private static readonly string[] OfForms = ["--assembly"];
    private static readonly string[] OfBuilds = ["--build-a", "--build-b", "--build-c"];

    // Programs are started, a body may be a file of this machine, and a host be somebody else's.
    private static readonly string[] OfTerminals =
    [
        "--launch-a", "--launch-b", "--launch-c", "--exec-a", "--exec-b", "--exec-c", "--twice", "--body", "--header", "--allow-host",
    ];

    private long WholeBytes { get; init; }

    /// <summary>The command that it was begun by: "run" or "compare".</summary>
    public string Command => Words(Header.Command)[1];

    /// <summary>Whether its own command starts programs, sends a body or headers, or loads another machine: a folder may come from
    /// elsewhere, so that only who types the command goes on with it.</summary>
    public bool NeedsTerminal => Has(Header.Command, OfTerminals);

    /// <summary>What goes on with it, as a user types it.</summary>
    public string Line => LineOf(Command, Folder);

    /// <summary>What goes on with the run of a folder, as a user types it.</summary>
    /// <param name="command">"run" or "compare".</param>
    /// <param name="folder">The folder.</param>
    public static string LineOf(string command, string folder) => $"{Tool} {command} --resume {ShellWord.Quoted(folder)}";

    /// <summary>Whether what a command begins can go on when it is interrupted.</summary>
    /// <param name="command">The command that repeats it.</param>
    public static bool CanGoOn(string command) => KindRefusal(command) is null;

    /// <summary>Reads the run of a folder. Whether a process still writes it is another question.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="machine">This machine.</param>
    /// <exception cref="JournalException">It is not there, or cannot go on here; the message says why, and what to do instead.</exception>
    public static ResumableRun Read(string folder, Machine machine)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        ArgumentNullException.ThrowIfNull(machine);
        string path = Path.Combine(folder, Journal);
        if (!Directory.Exists(folder))
            throw Refused(folder, $"there is no such folder. Give the folder of a run, such as one below {NewFolder.Parent}.");
        if (!File.Exists(path))
            throw Refused(folder, $"it holds no {Journal}. Give the folder of a run, such as one below {NewFolder.Parent}.");
        if (new FileInfo(path).LinkTarget is not null)
            throw Refused(folder, $"its {Journal} is a link, which may lead anywhere. Put the file itself there.");
        if (HasLinkedLogs(new DirectoryInfo(Path.Combine(folder, Logs))))
            throw Refused(folder, $"what its servers say would go where a link in '{Logs}' leads. Remove that folder.");
        JournalReading reading = JournalReader.ReadAll(path);
        string report = $"What it measured is reported by: {Tool} report {ShellWord.Quoted(folder)}";
        if (reading.Records is not [RunHeader header, ..])
            throw Refused(folder, $"its {Journal} has no readable header, so that it is not known what was asked. {report}");
        ResumableRun run = new(folder, header, Sitting(reading.Records) ?? throw Refused(folder, $"its times cannot be right. {report}"))
        {
            WholeBytes = WholeOf(reading, new FileInfo(path).Length),
        };
        return run.Refusal(machine) is { } why ? throw Refused(folder, $"{why} {report}") : run;
    }

    /// <summary>Opens its journal to continue it: a line that was cut is removed first.</summary>
    /// <exception cref="JournalException">It cannot be written to.</exception>
    public JournalWriter Open() => JournalWriter.Resume(Folder, WholeBytes, Earlier.Slots.Count);

    private static bool HasLinkedLogs(DirectoryInfo logs) => logs.LinkTarget is not null
        || (logs.Exists && logs.EnumerateFiles("*", Everything).Any(log => log.LinkTarget is not null));

    /// <summary>What was measured; null where a journal from elsewhere has times that no clock can go on from.</summary>
    private static EarlierSitting? Sitting(IReadOnlyList<JournalRecord> records)
    {
        try
        {
            EarlierSitting earlier = new(records);
            return earlier.Elapsed <= LongestRun ? earlier : null;
        }
        catch (Exception e) when (e is OverflowException or ArgumentOutOfRangeException)
        {
            return null;
        }
    }

    private string? Refusal(Machine machine) => KindRefusal(Header.Command)
        ?? EndRefusal()
        ?? ToolRefusal()
        ?? MachineRefusal(machine)
        ?? (WholeBytes < 0 ? "its journal is damaged before its end, so that rounds may be missing in it." : null);

    private static string? KindRefusal(string command)
    {
        if (Words(command) is not [Tool, "run" or "compare", ..] || Has(command, OfForms))
        {
            return $"it was not measured by {Tool} run or {Tool} compare of addresses or commands. A load, a watch, a race of the page, a "
                + "plan's own measurement and a comparison of methods or forms cannot be resumed; begin them anew.";
        }

        if (Has(command, OfAgents))
            return "its load came from agents, of which the journal does not know which are still there. Begin it anew.";
        return Has(command, OfBuilds)
            ? "it compares builds, which were removed when it was interrupted, and whose source may have changed since. Begin it anew."
            : null;
    }

    private string? EndRefusal()
    {
        if (Earlier.End is not { Outcome: not RunOutcome.Cancelled } end)
            return null;
        if (end.Outcome == RunOutcome.Finished)
            return "it is finished, and nothing of it is left to be measured.";
        // Where a sitting has measured nothing, no figure is of what failed: a server that was not there may be there now.
        return end.Outcome == RunOutcome.TargetFailed && !Earlier.HasSlotsSinceResumed
            ? null
            : $"it was not interrupted, but ended by a fault: {end.Message} Begin it anew once that is repaired.";
    }

    private string? ToolRefusal()
    {
        if (Header.ToolVersion != ToolVersion.Text)
            return $"it was begun by version {Header.ToolVersion}, and this is version {ToolVersion.Text}, which may measure otherwise.";
        return Header.Build == ToolVersion.Build
            ? null
            : $"it was begun by build {Header.Build ?? "unknown"}, and this is build {ToolVersion.Build}, which may measure otherwise.";
    }

    private string? MachineRefusal(Machine now)
    {
        Machine then = Header.Machine;
        (string What, string? Then, string? Now)[] facts =
        [
            ("machine", then.Host, now.Host),
            ("processor", then.Processor, now.Processor),
            ("number of processors", FormattableString.Invariant($"{then.Cores}"), FormattableString.Invariant($"{now.Cores}")),
            ("architecture", then.Architecture, now.Architecture),
            ("system", then.OperatingSystem, now.OperatingSystem),
            ("runtime", then.Runtime, now.Runtime),
        ];
        (string What, string? Then, string? Now) other = Array.Find(facts, fact => fact.Then != fact.Now);
        return other.What is null
            ? null
            : $"its {other.What} was {other.Then ?? "unknown"}, and here it is {other.Now ?? "unknown"}: figures of two machines are not "
                + "joined.";
    }

    /// <summary>How many bytes are whole lines: all, or all before a last line that was cut. Below 0 when there is other damage.</summary>
    private static long WholeOf(JournalReading reading, long length) => reading.Damage switch
    {
        [] => length,
        [var last] when last.Offset + last.Length == length => last.Offset,
        _ => -1,
    };

    // The parser takes a value behind "=" or ":" as well, by which a folder from elsewhere could name a program unseen.
    private static bool Has(string command, string[] options) =>
        Words(command).Exists(word => options.Contains(word.Split('=', ':')[0]));

    private static List<string> Words(string command) => ShellWord.Split(command);

    private static JournalException Refused(string folder, string why) =>
        new($"The run of '{folder}' cannot go on: {why}");
}
