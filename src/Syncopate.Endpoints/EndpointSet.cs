using Syncopate.Calling;

namespace Syncopate;

/// <summary>Routes of one app, and how they are to be compared. Each step gives a new set; the first route is the one
/// that the others are compared with.</summary>
public sealed class EndpointSet
{
    internal const int UsualUsers = 50;

    internal EndpointSet(EndpointComparison comparison) => Comparison = comparison;

    internal EndpointComparison Comparison { get; }

    /// <summary>A third route, that awaits independent steps together.</summary>
    /// <param name="path">Path and query.</param>
    /// <exception cref="ArgumentException">It could not be sent as it is.</exception>
    /// <exception cref="InvalidOperationException">There is one already.</exception>
    public EndpointSet Parallel(string path) => Comparison.Routes.All(r => r.Form != Form.Parallel)
        ? new EndpointSet(Comparison with { Routes = [.. Comparison.Routes, new Route(Form.Parallel, path)] })
        : throw new InvalidOperationException($"\"{Comparison.Title}\" has a parallel route already; three are the most that one "
            + "comparison takes. Compare others on their own.");

    /// <summary>A header field that is sent with every request, such as a key. Its value is in no report.</summary>
    /// <exception cref="ArgumentException">It could not be sent as it is.</exception>
    public EndpointSet Header(string name, string value) => new(Comparison.With(name, value));

    /// <summary>So many users ask, each one request after the other; 50 unless set, 1 to 10,000.</summary>
    public EndpointSet Users(int users) => With(Settings with { Load = FormSettings.OfUsers(users) });

    /// <summary>Users are added in steps.</summary>
    /// <param name="from">Users at first.</param>
    /// <param name="step">Users added each step.</param>
    /// <param name="to">Users at last.</param>
    /// <param name="each">Length of a step.</param>
    public EndpointSet Users(int from, int step, int to, TimeSpan each) =>
        With(Settings with { Load = new SteppedUsers(from, step, to, each) });

    /// <summary>Requests are due at a rate, whatever becomes of those before; above 0, at most 1,000,000 per second.</summary>
    public EndpointSet Rate(double perSecond) => With(Settings with { Load = FormSettings.OfRate(perSecond) });

    /// <summary>Time for everything; 60 s unless set, at least 10 s.</summary>
    public EndpointSet Budget(TimeSpan time) => With(Settings.LastingAtMost(time));

    /// <summary>Difference below which routes count as equal; 5 % unless set, from 0.1 to 50.</summary>
    public EndpointSet Margin(Percent percent) => With(Settings.WithMargin(percent.Value));

    /// <summary>Compares routes whose answers differ.</summary>
    public EndpointSet AllowDifferent() => With(Settings with { AllowsDifferent = true });

    /// <summary>Compares the routes: this program starts itself again for each, and that process serves the app, while
    /// this one only sends the load. Prints the verdict, leaves a report.</summary>
    /// <param name="args">Of the program: see <c>--help</c>.</param>
    /// <param name="cancellationToken">Stops it; what was measured is kept.</param>
    /// <returns>The exit code: 0 done, 2 wrong usage, 4 a route or the disk cannot be used, 130 interrupted.</returns>
    public Task<int> RunAsync(string[] args, CancellationToken cancellationToken = default) =>
        new FormProgram(Comparison).RunAsync(args, cancellationToken);

    /// <summary>Compares the routes of the app inside this process, for a test to assert on: a test's host cannot be started
    /// again for each. Users are threads of their own; the processor time is that of app and users together. The
    /// process should do nothing else meanwhile.</summary>
    /// <param name="folder">Where the report goes; null for a new folder among the system's temporary files.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="FormsException">The app does not start, a route does not answer 200 to 299, or they answer differently.</exception>
    public Task<FormsResult> MeasureAsync(string? folder = null, CancellationToken cancellationToken = default) =>
        new FormsInProcess(Comparison).MeasureAsync(folder, cancellationToken);

    private FormSettings Settings => Comparison.Settings;

    private EndpointSet With(FormSettings settings) => new(Comparison with { Settings = settings });
}
