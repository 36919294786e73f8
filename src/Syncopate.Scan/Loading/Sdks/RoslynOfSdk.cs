using System.Reflection;
using System.Runtime.Loader;

namespace Syncopate.Scan.Loading.Sdks;

/// <summary>Takes the compiler from the SDK of this machine: it is precompiled, so that it binds in a third of the time of the
/// package's, and understands the language and the generators that the machine builds with.</summary>
/// <remarks>Call <see cref="Use"/> before a method is entered that names a type of the compiler: the runtime loads them on entry.
/// No member here may name one.</remarks>
internal sealed class RoslynOfSdk
{
    /// <summary>What this project is compiled against; members of a later one are not used, those of an older one may be missing.</summary>
    public static readonly Version LeastVersion = new(4, 14);

    private const string CompilerName = "Microsoft.CodeAnalysis";
    private static readonly Lazy<RoslynOfSdk> Chosen = new(Install);

    private RoslynOfSdk(string? folder, bool isBundled)
    {
        Folder = folder;
        IsBundled = isBundled;
    }

    /// <summary>Where it is taken from; null when there is neither an SDK nor a bundled copy.</summary>
    public string? Folder { get; }

    /// <summary>True for the copy that the tool brings, used when the machine has no SDK that is new enough.</summary>
    public bool IsBundled { get; }

    /// <summary>False when the program has a compiler among its own files, which then is the one that is used.</summary>
    public bool IsNeeded { get; } = !File.Exists(Path.Combine(AppContext.BaseDirectory, $"{CompilerName}.CSharp.dll"));

    /// <summary>Makes the runtime find the compiler; later calls say what the first one chose.</summary>
    public static RoslynOfSdk Use() => Chosen.Value;

    /// <summary>Proves that there is one.</summary>
    /// <param name="target">What is to be scanned.</param>
    /// <exception cref="ScanFailedException">There is none.</exception>
    public void Demand(string target)
    {
        if (IsNeeded && Refusal(target) is { } why)
            throw new ScanFailedException(why);
    }

    /// <summary>Why the target cannot be scanned, and what helps; null when there is a compiler.</summary>
    public string? Refusal(string target) => Folder is not null ? null
        : $"Cannot scan '{target}': no compiler of C# was found, neither in a .NET SDK ({LeastVersion} or later; looked in "
            + $"{string.Join(", ", DotnetSdk.Roots())}) nor beside the tool. Install an SDK of .NET {Environment.Version.Major}.";

    /// <summary>The folder to take it from.</summary>
    /// <param name="sdk">The SDK of this machine, if any.</param>
    /// <param name="bundled">The folder of the copy that the tool brings.</param>
    public static RoslynOfSdk Choose(DotnetSdk? sdk, string bundled)
    {
        if (sdk is not null && IsNewEnough(sdk.RoslynFolder))
            return new RoslynOfSdk(sdk.RoslynFolder, isBundled: false);
        return new RoslynOfSdk(IsNewEnough(bundled) ? bundled : null, isBundled: true);
    }

    private static RoslynOfSdk Install()
    {
        RoslynOfSdk chosen = Choose(DotnetSdk.FindNewest(), Path.Combine(AppContext.BaseDirectory, "roslyn"));
        if (chosen.Folder is { } folder)
            AssemblyLoadContext.Default.Resolving += (context, name) => Resolve(context, name, folder);
        return chosen;
    }

    private static Assembly? Resolve(AssemblyLoadContext context, AssemblyName name, string folder)
    {
        string file = Path.Combine(folder, $"{name.Name}.dll");
        bool isCompiler = name.Name is not null && name.Name.StartsWith(CompilerName, StringComparison.Ordinal);
        return isCompiler && File.Exists(file) ? context.LoadFromAssemblyPath(file) : null;
    }

    private static bool IsNewEnough(string folder)
    {
        string file = Path.Combine(folder, $"{CompilerName}.CSharp.dll");
        return File.Exists(file) && AssemblyName.GetAssemblyName(file).Version >= LeastVersion;
    }
}
