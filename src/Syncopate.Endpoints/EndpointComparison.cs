using Microsoft.AspNetCore.Builder;
using Syncopate.Children;
using Syncopate.Lines;
using Syncopate.Load;
using Syncopate.Load.Engines;
using Syncopate.Running.Comparing;
using Syncopate.Running.Servers;

namespace Syncopate;

/// <summary>A comparison of an app's routes: the load, rounds, looks, judge and journal are those of <c>syncopate
/// compare</c>.</summary>
/// <param name="Title">Heading of the report.</param>
/// <param name="Site">What distinguishes it from other comparisons of the program.</param>
/// <param name="Make">Gives the app, built and not started.</param>
/// <param name="Routes">The baseline first.</param>
internal sealed record EndpointComparison(string Title, string Site, Func<WebApplication> Make, IReadOnlyList<Route> Routes)
    : OwnComparison(Title, Site)
{
    private const string InProcesses = "Each route was asked in a process of its own that serves the app and nothing else; the requests "
        + "came from another process, over a connection on this machine.";
    private const string Here = "The app and the users that asked it ran in one process: its threads and allocations are those of the "
        + "app, as users have threads of their own, but its processor time is that of both. The routes share one thread pool, and threads "
        + "that one makes serve the others for some seconds. In processes of their own: RunAsync.";
    private const string HereByPool = "The app and the users that asked it ran in one process and shared its thread pool and processor "
        + "time, since users with threads of their own need Linux: figures other than the order of the routes say little. In processes of "
        + "their own: RunAsync.";

    private static readonly (string Option, string Reason)[] OfServers =
    [
        ("--twice", "each route has a process of its own already"),
        ("--probe", "look with the tool: syncopate compare URL URL --probe"),
        ("--launch-a", "the program starts itself again for each route"),
        ("--build-a", "the program starts itself again for each route; two builds are compared by the tool: syncopate compare --build-a, "
            + "--build-b"),
        ("--exec-a", "the program starts itself again for each route"),
        ("--url", "the routes are those of this program; for addresses: syncopate compare URL URL"),
        ("--header", "it is said in the program: .Header(\"name\", \"value\")"),
        ("--threads", "the load takes half of the processors"),
        ("--open", "open report.html of the run's folder"),
        .. OtherOptions.OfRequests("routes are asked by GET over http on this machine; for other requests: syncopate compare URL URL"),
        .. OtherOptions.OfSlotsAndBuilds,
    ];

    private readonly string _token = System.Security.Cryptography.RandomNumberGenerator.GetHexString(FormAddress.TokenLength);

    /// <summary>Sent with every request.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Headers { get; init; } = [];

    /// <inheritdoc/>
    public override IReadOnlyList<string> Labels => [.. Routes.Select(r => r.Path)];

    /// <inheritdoc/>
    public override string Piece => "request";

    /// <inheritdoc/>
    public override IReadOnlyList<(string Option, string Reason)> Refused => OfServers;

    /// <summary>The same with a header field more.</summary>
    /// <exception cref="ArgumentException">It could not be sent as it is.</exception>
    public EndpointComparison With(string name, string value)
    {
        EndpointComparison more = this with { Headers = [.. Headers, new(name, value)] };
        _ = more.RequestTo("/"); // Its checks are those of every request.
        return more;
    }

    /// <inheritdoc/>
    public override void Check()
    {
        // Two routes there are always, and their paths are checked when they are given.
    }

    /// <inheritdoc/>
    public override async Task ServeAsync(FormAddress address)
    {
        ServedApp app = await ServedApp.StartAsync(Make, CancellationToken.None).ConfigureAwait(false);
        await using (app.ConfigureAwait(false))
        {
            await Console.Out.WriteLineAsync(FormAddress.ReadyMark + app.Address).ConfigureAwait(false);
            await Console.Out.FlushAsync().ConfigureAwait(false);
            await app.ShutdownAsync().ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    public override OwnRows Apart(FormCommand command) => new(
        [Comparison((route, index) => Server(command, route, index), InProcesses, doubt: null)])
    {
        OpenEngine = Open,
    };

    /// <inheritdoc/>
    public override async Task<OwnRows> HereAsync(CancellationToken cancellationToken)
    {
        ServedApp app = await ServedApp.StartAsync(Make, cancellationToken).ConfigureAwait(false);
        RunningServer server = new(Title, new HttpTarget(app.Address))
        {
            Watch = static (_, _) => Task.FromResult<Running.ITargetMonitor?>(new OwnMonitor()),
        };
        string caveat = OperatingSystem.IsLinux() ? Here : HereByPool;
        return new OwnRows([Comparison((_, _) => server, caveat, app.LogsRequests ? LogsRequests : null)])
        {
            OpenEngine = Open,
            End = app.DisposeAsync,
        };
    }

    private ServerCommand Server(FormCommand command, Route route, int index)
    {
        ServerCommand server = command.Open($"{Title} ({route.Form})", new FormAddress(_token, Site, index, 0));
        return server with { Environment = ServedApp.Quiet(server.Environment) };
    }

    private static Doubt LogsRequests => new(
        "logs-requests",
        UrlComparison.Id,
        "The app writes lines about every request (Microsoft.AspNetCore at the level Information).",
        "Writing them may take longer than the routes do, and is in the figures of all of them.",
        "builder.Logging.SetMinimumLevel(LogLevel.Warning), or that level in its settings.");

    private UrlComparison Comparison(Func<Route, int, IServerSource> server, string caveat, Doubt? doubt)
    {
        UrlComparison comparison = Settings.Rule with
        {
            Targets = [.. Routes.Select((r, i) => new ComparedTarget(r.Form, r.Path, r.Path, r.Path, server(r, i)))],
            RequestTo = RequestTo,
            Options = Bounds,
        };
        return comparison with
        {
            Subject = new ComparedSubject(
                UrlComparison.Id,
                Title,
                "Which route answers faster under this load, and what does each cost its process?",
                [caveat],
                (run, _, _) =>
                {
                    if (doubt is not null)
                        run.Journal.Append(doubt);
                    return Task.CompletedTask;
                })
            {
                ChecksAnswers = true,
            },
        };
    }

    private LoadOptions Bounds => new() { TotalTimeout = Settings.Timeout };

    private LoadRequest RequestTo(string path) => new(path, Settings.Load) { Headers = Headers };

    private static ILoadEngine Open(HttpTarget target, LoadOptions? options) => LoadEngine.Open(target, options);
}
