using System.Globalization;
using System.Security.Cryptography;
using Syncopate.Running;
using Syncopate.Running.Servers;

namespace Syncopate.Experiments;

/// <summary>How to start the two bundled samples. The site runs once for each form, or once for work inside it; the
/// feed service once for a run.</summary>
public sealed class SampleServers : IDisposable
{
    private readonly string _folder;
    private readonly int _firstPort;

    /// <param name="folder">Folder that holds <c>SampleSite/SampleSite.dll</c> and <c>FeedService/FeedService.dll</c>.</param>
    /// <param name="firstPort">Port of the feed service; the sites take the next ones. 0 lets the system choose.</param>
    public SampleServers(string folder, int firstPort)
    {
        _folder = folder;
        _firstPort = firstPort;
        Calls = new SiteCalls(this);
    }

    /// <summary>Rounds of a cold question whose servers wait at once: as many as a look at a large effect needs, and no
    /// more memory than a laptop has to spare.</summary>
    internal const int RoundsAhead = 5;

    /// <summary>What the start of two sites takes when eight start side by side, on two cores.</summary>
    internal static TimeSpan EstimatedColdStart { get; } = TimeSpan.FromSeconds(0.9);

    /// <summary>The start of some sites and their warm-up.</summary>
    internal static TimeSpan EstimatedWarmStart(RunMode mode) => TimeSpan.FromSeconds(mode == RunMode.Quick ? 4 : 7);

    /// <summary>Where the feed service listens; set once it is ready.</summary>
    public Uri? Feeds { get; set; }

    /// <summary>The command of the feed service.</summary>
    /// <param name="racePercent">Scale of the work in a race, in percent.</param>
    public ServerCommand FeedService(int racePercent) => Command(
        "FeedService",
        "FeedService",
        0,
        endsInOrder: true,
        ("Race__ScalePercent", racePercent.ToString(CultureInfo.InvariantCulture)));

    /// <summary>What a site must be shown by whoever calls it as the tool: drawn for this run, known to its processes
    /// alone, never written down.</summary>
    public string RunKey { get; } = Convert.ToHexString(RandomNumberGenerator.GetBytes(16));

    /// <summary>What only the holder of the key may ask of a site.</summary>
    internal SiteCalls Calls { get; }

    /// <summary>The browser that opens pages; null where there is none. Set before plans are made.</summary>
    internal Chromium? Browser { get; set; }

    /// <summary>The databases of this run, SQLite first; set before plans are made.</summary>
    public IReadOnlyList<SampleDatabase> Databases { get; set; } = [];

    /// <summary>The command of the site for one form.</summary>
    public ServerCommand Site(Form form) =>
        Site($"SampleSite ({form.ToString().ToLowerInvariant()})", 1 + (int)form, ("Database__Open", "when-asked"));

    /// <summary>The same for a cold question, whose servers of several rounds run at once: the system chooses their
    /// ports, whatever was asked for.</summary>
    public ServerCommand ColdSite(Form form) =>
        Site(form) with { Arguments = [Program("SampleSite").Path, "--urls", "http://127.0.0.1:0"] };

    /// <summary>The command of a site with variables of its own.</summary>
    internal ServerCommand Site(string name, int portOffset, params (string Name, string Value)[] variables)
    {
        List<(string, string)> all = [("Run__Key", RunKey), .. variables];
        if (Feeds is not null)
            all.Add(("Feeds__Url", Feeds.ToString()));
        // It removes its database's folder when it ends in order; each half second that it may take to do so is spent
        // beside the next start.
        return Command("SampleSite", name, portOffset, endsInOrder: true, [.. all]);
    }

    /// <summary>The command of the program that times loops of calls.</summary>
    /// <param name="byRuntime">Whether the runtime suspends and resumes its methods, in place of the state machines that C# makes.</param>
    internal ServerCommand Loops(bool byRuntime) => byRuntime
        ? Command(
            "AwaitCost.RuntimeAsync",
            "AwaitCost (runtime async)",
            2,
            endsInOrder: false,
            ("Run__Key", RunKey),
            ("DOTNET_RuntimeAsync", "1"))
        : Command("AwaitCost", "AwaitCost", 1, endsInOrder: false, ("Run__Key", RunKey));

    /// <summary>The words that start the program that times its first call, form to be added.</summary>
    internal IReadOnlyList<string> FirstCall => [Host, Program("AwaitCost").Path, "first-call"];

    private static string Host =>
        Environment.ProcessPath is { } host && Path.GetFileNameWithoutExtension(host) == "dotnet" ? host : "dotnet";

    private (string Folder, string Path) Program(string project)
    {
        string folder = Path.Combine(_folder, project);
        string program = Path.Combine(folder, project + ".dll");
        return File.Exists(program)
            ? (folder, program)
            : throw new TargetFailedException(
                $"Cannot find the bundled sample {project}: no file {program}. Build the whole solution, or install the tool again.");
    }

    private ServerCommand Command(
        string project, string name, int portOffset, bool endsInOrder, params (string Name, string Value)[] variables)
    {
        (string folder, string program) = Program(project);
        int port = _firstPort == 0 ? 0 : _firstPort + portOffset;
        Dictionary<string, string> environment = variables.Append(("ASPNETCORE_ENVIRONMENT", "Production"))
            .ToDictionary(v => v.Item1, v => v.Item2, StringComparer.Ordinal);
        return new ServerCommand(
            name,
            Host,
            [program, "--urls", string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}")],
            folder,
            environment,
            endsInOrder);
    }

    /// <summary>Closes what was open to the sites.</summary>
    public void Dispose() => Calls.Dispose();
}
