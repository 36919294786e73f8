namespace Syncopate.Watch.Processes;

/// <summary>Whose assemblies are: the framework's, a package's, or the application's own. The list that the build
/// leaves beside every application (*.deps.json), or within a single file, says so;
/// without one, the folder and the name.</summary>
internal sealed class OwnModules
{
    // What .NET and ASP.NET Core consist of, where no list says what a package has brought.
    private static readonly string[] FrameworkNames =
    [
        "System.", "Microsoft.AspNetCore.", "Microsoft.Extensions.", "Microsoft.Win32.", "Microsoft.VisualBasic.",
        "Microsoft.CSharp.", "Microsoft.JSInterop.", "Microsoft.Net.Http.", "mscorlib.", "netstandard.", "WindowsBase.",
    ];

    private readonly Dictionary<string, FrameOrigin> _origins = new(StringComparer.Ordinal);
    private readonly Dictionary<string, DependencyList> _lists = new(StringComparer.Ordinal);

    /// <summary>Whose an assembly is: never a driver's, since its types show that.</summary>
    /// <param name="path">Its file, or where it would be if it were not within a single file; empty for code made while
    /// the program runs, which is nobody's.</param>
    public FrameOrigin Origin(string path)
    {
        if (!_origins.TryGetValue(path, out FrameOrigin origin))
            _origins[path] = origin = IsShared(path) ? FrameOrigin.Framework : Listed(path);
        return origin;
    }

    /// <summary>True for an assembly of the shared framework
    /// (dotnet/shared/Microsoft.NETCore.App/10.0.0/System.Private.CoreLib.dll), and for code without a file.</summary>
    public static bool IsShared(string path) => path.Length == 0
        || path.Replace('\\', '/').Contains("/shared/Microsoft.", StringComparison.Ordinal);

    private FrameOrigin Listed(string path)
    {
        string folder = path[..(path.LastIndexOfAny(['/', '\\']) + 1)];
        if (!_lists.TryGetValue(folder, out DependencyList? list))
            _lists[folder] = list = DependencyList.Of(folder);
        string name = path[folder.Length..];
        return list.Origin(name)
            ?? (FrameworkNames.Any(start => name.StartsWith(start, StringComparison.Ordinal)) ? FrameOrigin.Framework
            : name.StartsWith("Microsoft.", StringComparison.Ordinal) ? FrameOrigin.Package
            : FrameOrigin.Own);
    }
}
