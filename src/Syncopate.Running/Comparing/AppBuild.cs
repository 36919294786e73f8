using System.Globalization;
using Syncopate.Running.Servers;

namespace Syncopate.Running.Comparing;

/// <summary>One build of an app: of a folder with a project, or of a git revision of the repository that the tool is
/// called in. It is made in a temporary folder
/// that goes with this, on Ctrl+C too; a revision is checked out beside the repository, whose own files stay as they are.</summary>
internal sealed class AppBuild : IAsyncDisposable
{
    private readonly string _temporary = Directory.CreateTempSubdirectory("syncopate-build-").FullName;
    private readonly Form _form;
    private string? _repository;

    private AppBuild(Form form) => _form = form;

    /// <summary>How to start the app; known once <see cref="MakeAsync"/> has returned.</summary>
    public ServerCommand? Server { get; private set; }

    private string Checkout => Path.Combine(_temporary, "source");

    /// <summary>Builds one app in Release.</summary>
    /// <param name="form">Which of the builds it is.</param>
    /// <param name="folderOrRevision">A folder with one project, a project file, or whatever git takes for a revision.</param>
    /// <param name="current">The folder that the tool is called in.</param>
    /// <param name="cancellationToken">Ends the compiler.</param>
    /// <exception cref="TargetFailedException">It is neither, or cannot be built.</exception>
    public static async Task<AppBuild> MakeAsync(Form form, string folderOrRevision, string current, CancellationToken cancellationToken)
    {
        AppBuild build = new(form);
        try
        {
            string place = Path.Combine(current, folderOrRevision);
            string source = Path.Exists(place)
                ? place
                : await build.CheckOutAsync(folderOrRevision, current, cancellationToken).ConfigureAwait(false);
            await build.CompileAsync(Project(source), cancellationToken).ConfigureAwait(false);
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

    private async Task CompileAsync(string project, CancellationToken cancellationToken)
    {
        string folder = Path.GetDirectoryName(Path.GetFullPath(project)) ?? "";
        string output = Path.Combine(_temporary, "out");
        await ToolRun.RunAsync(
            folder,
            [
                "dotnet",
                "build",
                Path.GetFullPath(project),
                "-c",
                "Release",
                "-o",
                output,
                "-nologo",
                "-v",
                "quiet",
                "--disable-build-servers",
            ],
            cancellationToken).ConfigureAwait(false);
        Uri address = new(string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{FreePort.Find()}"));
        Server = new ServerCommand(
            _form.ToString(),
            Environment.ProcessPath is { } host && Path.GetFileNameWithoutExtension(host) == "dotnet" ? host : "dotnet",
            [Program(output, Path.GetFileNameWithoutExtension(project)), "--urls", address.GetLeftPart(UriPartial.Authority)],
            folder,
            new Dictionary<string, string>(),
            EndsInOrder: true)
        {
            Address = address,
            IsPortOurs = true,
        };
    }

    /// <summary>The dll that can be run: the project's own name, or the only one with settings for a runtime.</summary>
    private static string Program(string output, string project)
    {
        const string Settings = ".runtimeconfig.json";
        string[] programs = [.. Directory.GetFiles(output, "*" + Settings).Select(f => f[..^Settings.Length] + ".dll")];
        return Array.Find(programs, p => Path.GetFileNameWithoutExtension(p) == project) ?? (programs is [var only]
            ? only
            : throw new TargetFailedException(
                $"{project} was built, but is no program that can be started: it needs OutputType Exe, or the SDK for the web."));
    }

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
