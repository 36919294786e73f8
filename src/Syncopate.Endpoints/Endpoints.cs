using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Builder;

namespace Syncopate;

/// <summary>Compares routes of an ASP.NET Core app that do the same work in two forms or more.</summary>
public static class Endpoints
{
    /// <summary>Begins a comparison of two routes; say who calls, and run it.</summary>
    /// <param name="app">The app, built and not started. It gets an address on this machine, with a free port.</param>
    /// <param name="sync">Path and query of the route that blocks until its answer is there, such as "/customers/7".</param>
    /// <param name="async">Path and query of the one that awaits.</param>
    /// <param name="file">Given by the compiler.</param>
    /// <param name="line">Given by the compiler.</param>
    /// <exception cref="ArgumentException">A path does not start with "/", or could not be sent as it is.</exception>
    public static EndpointSet Of(WebApplication app, string sync, string async, [CallerFilePath] string file = "",
        [CallerLineNumber] int line = 0)
    {
        ArgumentNullException.ThrowIfNull(app);
        return Of(() => app, sync, async, new Place(file, line));
    }

    /// <summary>The same for an app that is made when it is needed: with <c>RunAsync</c> only in the processes that
    /// serve, with <c>MeasureAsync</c> once.</summary>
    /// <param name="make">Builds the app, and does not start it.</param>
    /// <param name="sync">Path and query of the route that blocks until its answer is there, such as "/customers/7".</param>
    /// <param name="async">Path and query of the one that awaits.</param>
    /// <param name="file">Given by the compiler.</param>
    /// <param name="line">Given by the compiler.</param>
    /// <exception cref="ArgumentException">A path does not start with "/", or could not be sent as it is.</exception>
    public static EndpointSet Of(Func<WebApplication> make, string sync, string async, [CallerFilePath] string file = "",
        [CallerLineNumber] int line = 0)
    {
        ArgumentNullException.ThrowIfNull(make);
        return Of(make, sync, async, new Place(file, line));
    }

    private static EndpointSet Of(Func<WebApplication> make, string sync, string async, Place place)
    {
        Route[] routes = [new(Form.Sync, sync), new(Form.Async, async)];
        string site = FormattableString.Invariant($"{Path.GetFileName(place.File)}:{place.Line}:{sync} {async}");
        return new EndpointSet(new EndpointComparison($"{sync} against {async}", site, make, routes)
        {
            Settings = new Calling.FormSettings { Load = Calling.FormSettings.OfUsers(EndpointSet.UsualUsers) },
        });
    }

    private readonly record struct Place(string File, int Line);
}
