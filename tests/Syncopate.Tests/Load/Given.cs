using Syncopate.Load;
using Syncopate.Load.Client;
using Syncopate.Load.Engines;

namespace Syncopate.Tests.Load;

internal static class Given
{
    /// <summary>An engine by its name, as far as this system has it.</summary>
    public static ILoadEngine Engine(
        string name, HttpTarget target, LoadOptions? options = null, TimeProvider? time = null) =>
        name == "HttpClient" ? new HttpClientEngine(target, options, time) : LoadEngine.Open(target, options, time);
}
