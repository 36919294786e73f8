using System.Globalization;
using System.Security.Cryptography;
using Syncopate.Running;
using Syncopate.Running.Comparing;
using Syncopate.Running.Servers;

namespace Syncopate.Experiments;

/// <summary>How to start the two bundled samples. The site runs once for each form, or once for work inside it; the
/// feed service once for a run.</summary>
internal sealed class SampleServers : IDisposable
{
    private readonly string _folder;
    private readonly int _firstPort;
    private readonly Dictionary<(string Program, string Version), string> _pinned = [];

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
        Site($"SampleSite ({form.InLowerCase()})", 1 + (int)form, ("Database__Open", "when-asked"));

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

    /// <summary>On what the programs run that time awaits, the tool's own .NET with state machines first; set before plans
    /// are made.</summary>
    internal IReadOnlyList<SampleRuntime> Runtimes { get; set; } = SampleRuntime.Own;

    /// <summary>The command of the program that times loops of calls.</summary>
    /// <param name="runtime">On what it runs.</param>
    /// <param name="portOffset">1 or more, another for each that runs at once.</param>
    internal ServerCommand Loops(SampleRuntime runtime, int portOffset) =>
        On(runtime, Command(Awaits(runtime), $"AwaitCost ({runtime.Name})", portOffset, endsInOrder: false, ("Run__Key", RunKey)));

    /// <summary>The words that start the program that times its first call, form to be added.</summary>
    internal IReadOnlyList<string> FirstCall(SampleRuntime runtime)
    {
        string program = Program(Awaits(runtime)).Path;
        return [AppBuild.Host, .. Pinned(program, runtime), program, "first-call"];
    }

    /// <summary>The same program on another .NET.</summary>
    internal ServerCommand On(SampleRuntime runtime, ServerCommand command) =>
        command with { Arguments = [.. Pinned(command.Arguments[0], runtime), .. command.Arguments] };

    private static string Awaits(SampleRuntime runtime) => runtime.IsRuntimeAsync ? "AwaitCost.RuntimeAsync" : "AwaitCost";

    /// <summary>The words before a program that has it run on one version of .NET; none for the tool's own.</summary>
    private IReadOnlyList<string> Pinned(string program, SampleRuntime runtime)
    {
        if (runtime.Version is not { } version)
            return [];
        if (!_pinned.TryGetValue((program, version), out string? path))
        {
            path = Path.Combine(Directory.CreateTempSubdirectory("syncopate-runtime-").FullName, "pinned.runtimeconfig.json");
            _pinned.Add((program, version), path);
            string settings = File.ReadAllText(Path.ChangeExtension(program, ".runtimeconfig.json"));
            File.WriteAllText(path, RuntimeSettings.Pinned(settings, (_, _) => version));
        }

        return RuntimeSettings.Words(path);
    }

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
            AppBuild.Host,
            [program, "--urls", string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}")],
            folder,
            environment,
            endsInOrder);
    }

    /// <summary>Closes what was open to the sites, and deletes what was written to run them.</summary>
    public void Dispose()
    {
        Calls.Dispose();
        foreach (string path in _pinned.Values)
            Directory.Delete(Path.GetDirectoryName(path) ?? path, recursive: true);
    }
}
