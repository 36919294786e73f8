using System.Reflection;

namespace Syncopate.WatchAgent;

/// <summary>Tells which assemblies the program has that are no part of .NET: whoever watches looks into their files for
/// methods that no list of the runtime shows. For one thread at a time.</summary>
internal sealed class OwnAssemblies
{
    private int _told;
    private int _session = -1;

    /// <summary>Tells them, if that has changed or a session has come that does not know them.</summary>
    /// <param name="events">Where to.</param>
    /// <param name="seesRuntimeAsync">Whether calls of methods that are compiled as runtime async are reported.</param>
    public void Emit(AgentEvents events, bool seesRuntimeAsync)
    {
        Assembly[] all = AppDomain.CurrentDomain.GetAssemblies();
        int session = events.Sessions;
        if (all.Length == _told && session == _session)
            return;
        (_told, _session) = (all.Length, session);
        foreach (Assembly assembly in all)
        {
            if (!assembly.IsDynamic && assembly.Location is { Length: > 0 } path && assembly != typeof(OwnAssemblies).Assembly
                && !IsPartOfNet(path))
            {
                events.OwnAssembly(path, seesRuntimeAsync);
            }
        }
    }

    // Where a program brings its own .NET, the two lie in one folder: there the tool distinguishes them by their debugging information.
    private static bool IsPartOfNet(string path) => path.Replace('\\', '/').Contains("/shared/Microsoft.");
}
