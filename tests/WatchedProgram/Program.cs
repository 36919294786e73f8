// A program to be watched. Its first argument chooses what it does; it prints "ready" once it does so, and ends when
// its standard input ends, so that no test leaves one behind.
using System.Globalization;
using WatchedProgram;

return args switch
{
    ["awaits"] => await Awaits.RunAsync(),
    ["blocked-places"] => BlockedPlaces.Run(),
    ["broken"] => await Broken.RunAsync(),
    ["computing", var callers] => Computing.Run(int.Parse(callers, CultureInfo.InvariantCulture)),
    ["convoy", var kind, var milliseconds, var callers] => Convoy.Run(kind, int.Parse(milliseconds, CultureInfo.InvariantCulture), int.Parse(callers, CultureInfo.InvariantCulture)),
    ["convoy-server", var kind, var milliseconds] => Convoy.Serve(kind, int.Parse(milliseconds, CultureInfo.InvariantCulture)),
    ["idle"] => await Idle.RunAsync(),
    ["launched"] => PoolWork.BlockAtOnce(),
    ["pool"] => PoolWork.Run(),
    ["site", .. var options] => Site.Run(options),
    ["silent-http"] => SilentHttp.Run(),
    ["starving", var milliseconds, var callers] => Starving.Run(int.Parse(milliseconds, CultureInfo.InvariantCulture), int.Parse(callers, CultureInfo.InvariantCulture)),
    ["turning"] => await Turning.RunAsync(),
    _ => Unknown(),
};

static int Unknown()
{
    Console.Error.WriteLine("Usage: WatchedProgram awaits | blocked-places | broken | computing CALLERS | convoy KIND MILLISECONDS CALLERS | convoy-server KIND MILLISECONDS | idle | launched | pool | site OPTIONS | silent-http | starving MILLISECONDS CALLERS | turning");
    return 2;
}
