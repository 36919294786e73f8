using System.Globalization;
using Syncopate.Running.Servers;
using Syncopate.Runtimes;

namespace Syncopate.Running.Comparing;

/// <summary>One build of an app: of a folder with a project, or of a git revision of the repository that the tool is
/// called in. All that the compiler writes, <c>obj</c> too, is in a temporary folder of its own that goes with this, on Ctrl+C too:
/// in a folder that builds share nothing is compiled again when only a property has changed. A revision is checked out there,
/// so that the repository's own files stay as they are.</summary>
internal sealed class AppBuild : IAsyncDisposable
{
    // Imported by each project that is compiled. Two builds of the same differ in no byte when no path of theirs gets into an
    // assembly; and a project's own Features are added to, which a property of the command line would replace.
    private const string Targets = """
        <Project>
          <PropertyGroup>
            <PathMap Condition="'$(PathMap)' != ''">$(PathMap),</PathMap>
            <PathMap>$(PathMap)$(SyncopateBuildFolder)=/_/</PathMap>
          </PropertyGroup>
          <PropertyGroup Condition="'$(SyncopateRuntimeAsync)' == 'true'">
            <Features>$(Features);runtime-async=on</Features>
            <!-- Marked as a preview in .NET 10; whoever asks for it knows. -->
            <NoWarn>$(NoWarn);SYSLIB5007;CA2252</NoWarn>
          </PropertyGroup>
        </Project>
        """;

    private readonly string _temporary = Directory.CreateTempSubdirectory("syncopate-build-").FullName;
    private readonly Form _form;
    private string? _repository;
    private string _folder = "";
    private BuildOutput? _output;

    private AppBuild(Form form) => _form = form;

    /// <summary>The <c>dotnet</c> that starts what has no runtime of its own: the one that runs the tool.</summary>
    public static string Host => Environment.ProcessPath is { } path && ThisProgram.IsDotnet(path) ? path : "dotnet";

    /// <summary>What the compiler made.</summary>
    public BuildOutput Output => _output ?? throw new InvalidOperationException("Nothing has been built yet.");

    /// <summary>The async methods that were compiled for it.</summary>
    public AsyncMethodCount Methods { get; private set; }

    private string Checkout => Path.Combine(_temporary, "source");

    /// <summary>Builds one app in Release.</summary>
    /// <param name="form">Which of the builds it is.</param>
    /// <param name="wanted">Its source, and how it is built.</param>
    /// <param name="current">The folder that the tool is called in.</param>
    /// <param name="cancellationToken">Ends the compiler.</param>
    /// <exception cref="TargetFailedException">It is neither a folder nor a revision, or cannot be built.</exception>
    public static async Task<AppBuild> MakeAsync(Form form, ComparedBuild wanted, string current, CancellationToken cancellationToken)
    {
        AppBuild build = new(form);
        try
        {
            string place = Path.Combine(current, wanted.Source);
            string source = Path.Exists(place)
                ? place
                : await build.CheckOutAsync(wanted.Source, current, cancellationToken).ConfigureAwait(false);
            await build.CompileAsync(Project(source), wanted, cancellationToken).ConfigureAwait(false);
            return build;
        }
        catch
        {
            await build.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    private async Task<string> CheckOutAsync(string revision, string current, CancellationToken cancellationToken)
    {
        (int exitCode, IReadOnlyList<string> lines) = await ToolRun
            .TryAsync(current, ["git", "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"], cancellationToken)
            .ConfigureAwait(false);
        if (exitCode != 0)
        {
            throw new TargetFailedException(
                $"Cannot build {_form}: '{revision}' is neither a folder nor a revision of a git repository here ({current}).");
        }

        IReadOnlyList<string> prefix = await ToolRun.RunAsync(current, ["git", "rev-parse", "--show-prefix"], cancellationToken)
            .ConfigureAwait(false);
        _repository = current;
        await ToolRun.RunAsync(current, ["git", "worktree", "add", "--quiet", "--detach", Checkout, lines[^1]], cancellationToken)
            .ConfigureAwait(false);
        return Path.Combine(Checkout, prefix.Count > 0 ? prefix[0] : "");
    }

    /// <summary>The one project of a folder.</summary>
    internal static string Project(string source)
    {
        if (File.Exists(source))
            return source;
        string[] projects = Directory.Exists(source) ? Directory.GetFiles(source, "*.csproj") : [];
        return projects is [var only]
            ? only
            : throw new TargetFailedException(string.Create(
                CultureInfo.InvariantCulture,
                $"Cannot build {source}: it holds {projects.Length} projects, one is needed. "
                    + $"Name the folder of one, or its project file; for a revision, call the tool in that folder."));
    }

    private async Task CompileAsync(string project, ComparedBuild wanted, CancellationToken cancellationToken)
    {
        _folder = Path.GetDirectoryName(Path.GetFullPath(project)) ?? "";
        string targets = Path.Combine(_temporary, "Build.targets");
        await File.WriteAllTextAsync(targets, Targets, cancellationToken).ConfigureAwait(false);
        string artifacts = Path.Combine(_temporary, "artifacts");
        await ToolRun.RunAsync(
            _folder,
            [
                "dotnet",
                "build",
                Path.GetFullPath(project),
                "-c",
                "Release",
                "--artifacts-path",
                artifacts,
                "-nologo",
                "-v",
                "quiet",
                "--disable-build-servers",
                $"-p:CustomAfterDirectoryBuildTargets={targets}",
                $"-p:SyncopateBuildFolder={_temporary}{Path.DirectorySeparatorChar}",
                $"-p:SyncopateRuntimeAsync={(wanted.IsRuntimeAsync ? "true" : "false")}",
                .. wanted.Properties.Select(p => $"-p:{p.Key}={Escaped(p.Value)}"),
            ],
            cancellationToken).ConfigureAwait(false);
        _output = BuildOutput.Find(Path.Combine(artifacts, "bin"), Path.GetFileNameWithoutExtension(project), _form);
        Methods = _output.CountAsyncMethods();
    }

    /// <summary>Signs that would begin another property, or stand for another sign.</summary>
    private static string Escaped(string value) => value.Replace("%", "%25", StringComparison.Ordinal)
        .Replace(";", "%3B", StringComparison.Ordinal)
        .Replace(",", "%2C", StringComparison.Ordinal);

    /// <summary>How to start the app.</summary>
    /// <param name="form">For which of the targets.</param>
    /// <param name="pinnedPath">Settings that name the one version of .NET that it shall run on; null for its own.</param>
    public ServerCommand Server(Form form, string? pinnedPath)
    {
        Uri address = new(string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{FreePort.Find()}"));
        string[] urls = ["--urls", address.GetLeftPart(UriPartial.Authority)];
        IReadOnlyList<string> pinned = pinnedPath is null ? [] : RuntimeSettings.Words(pinnedPath);
        bool bringsRuntime = Output.IsSelfContained;
        // .NET 10 runs what was compiled so only when it is told to; .NET 11 does not ask.
        Dictionary<string, string> variables = new(StringComparer.Ordinal);
        if (Methods.RuntimeAsync > 0)
            variables["DOTNET_RuntimeAsync"] = "1";
        return new ServerCommand(
            form.ToString(),
            bringsRuntime ? Path.ChangeExtension(Output.ProgramPath, OperatingSystem.IsWindows() ? ".exe" : null) : Host,
            bringsRuntime ? urls : [.. pinned, Output.ProgramPath, .. urls],
            _folder,
            variables,
            EndsInOrder: true)
        {
            Address = address,
            IsPortOurs = true,
        };
    }

    /// <summary>A file beside what was built, for one of the targets.</summary>
    public string FileFor(Form form, string name) => Path.Combine(_temporary, $"{form}{name}");

    /// <summary>Removes what was built and checked out.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_repository is { } repository && Directory.Exists(Checkout))
        {
            _ = await ToolRun.TryAsync(repository, ["git", "worktree", "remove", "--force", Checkout], CancellationToken.None)
                .ConfigureAwait(false);
        }

        try
        {
            Directory.Delete(_temporary, recursive: true);
        }
        catch (IOException)
        {
            // A file that is still held stays in the system's folder for temporary files.
        }
    }
}
