using System.Globalization;
using System.Xml;
using Syncopate.Scan.Loading.MsBuild;
using Syncopate.Scan.Loading.Plain;
using Syncopate.Scan.Loading.Recipes;
using Syncopate.Scan.Loading.Sdks;
using Syncopate.Scan.Loading.Targets;

namespace Syncopate.Scan.Loading;

/// <summary>Finds the recipe of each project: MSBuild reports it; of a project that it cannot read, the text of the project does.</summary>
internal sealed class RecipeFinder
{
    private const int MostNames = 6; // Of packages in one sentence.

    private readonly ScanTarget _target;
    private readonly LoadOptions _options;
    private readonly string _folder;
    private readonly Action<string> _notice;
    private readonly DotnetSdk? _sdk = DotnetSdk.FindNewest();
    private readonly ReferencePacks _packs = new(DotnetSdk.Roots());
    private readonly PackageCache _cache;

    /// <param name="target">What was asked for.</param>
    /// <param name="options">How.</param>
    /// <param name="folder">An empty folder that outlives the recipes.</param>
    /// <param name="notice">Receives what could not be read.</param>
    public RecipeFinder(ScanTarget target, LoadOptions options, string folder, Action<string> notice)
    {
        _target = target;
        _options = options;
        _folder = folder;
        _notice = notice;
        _cache = PackageCache.OfUser(options.PackageFolder);
        Stubs = new StubLibrary([.. _packs.OfEveryProgram(""), .. _packs.OfWeb("")]);
    }

    /// <summary>For packages that are nowhere.</summary>
    public StubLibrary Stubs { get; }

    /// <summary>The recipes of all projects asked for and of those they refer to, with all references that are on this machine.</summary>
    public async Task<IReadOnlyList<ProjectRecipe>> FindAsync(CancellationToken token)
    {
        if (_target.Projects.Count == 0)
            return Complete([PlainRecipe.OfFolder(_target.Root)]);
        MsBuildAnswer answer = await AskAsync(token).ConfigureAwait(false);
        foreach (IGrouping<string, string> failed in answer.Failed.GroupBy(
            failed => failed.Value, failed => Path.GetFileNameWithoutExtension(failed.Key)))
            _notice($"{Listed([.. failed])} read as text, without MSBuild: {failed.Key}.");
        Dictionary<string, ProjectRecipe> recipes = answer.Recipes.ToDictionary(recipe => recipe.Path, ProjectPaths.Comparer);
        ReadAsText(recipes);
        return Complete([.. recipes.Values]);
    }

    private async Task<MsBuildAnswer> AskAsync(CancellationToken token)
    {
        if (!_options.UseMsBuild)
            return new MsBuildAnswer([], new Dictionary<string, string>());
        if (_sdk is null)
            return Failed(_target.Projects, DotnetSdk.WhyNone(DotnetSdk.Roots(), Environment.Version.Major));
        UnknownSdks unknown = new(_sdk, _cache);
        Dictionary<string, string> failed = unknown.Of(_target.Projects);
        List<string> readable = [.. _target.Projects.Where(project => !failed.ContainsKey(project))];
        try
        {
            MsBuildRoute route = new(_sdk, _target.Solution, _folder);
            LoadLimit limit = new(_options.Limit, _options.Time, IsOffline: failed.Count > 0);
            return await route.AskAsync(readable, failed, limit, token).ConfigureAwait(false);
        }
        catch (TimeoutException e)
        {
            return Failed(_target.Projects, $"{e.Message}, the time allowed");
        }
    }

    private static MsBuildAnswer Failed(IReadOnlyList<string> projects, string why) =>
        new([], projects.ToDictionary(project => project, _ => why));

    /// <summary>Adds the projects that are still missing, and those they refer to.</summary>
    private void ReadAsText(Dictionary<string, ProjectRecipe> recipes)
    {
        HashSet<string> seen = new(ProjectPaths.Comparer);
        Queue<string> open = new([.. _target.Projects, .. recipes.Values.SelectMany(recipe => recipe.ProjectReferences)]);
        while (open.TryDequeue(out string? path))
        {
            if (recipes.ContainsKey(path) || !seen.Add(path) || !File.Exists(path))
                continue;
            try
            {
                recipes[path] = PlainRecipe.Of(path);
                foreach (string used in recipes[path].ProjectReferences)
                    open.Enqueue(used);
            }
            catch (Exception e) when (e is XmlException or IOException or UnauthorizedAccessException)
            {
                _notice($"'{path}' was not read: {e.Message.TrimEnd('.')}.");
            }
        }
    }

    private IReadOnlyList<ProjectRecipe> Complete(IReadOnlyList<ProjectRecipe> recipes)
    {
        MissingReferences references = new(_packs, _cache);
        IReadOnlyList<ProjectRecipe> complete = references.Complete(recipes);
        int unrestored = complete.Count(recipe => !recipe.IsRestored);
        if (references.Missing.Count > 0)
        {
            string names = Named([.. references.Missing]);
            bool isOne = references.Missing.Count == 1;
            string packages = isOne ? $"the package {names} is"
                : string.Create(CultureInfo.InvariantCulture, $"{references.Missing.Count} packages ({names}) are");
            string verb = unrestored == 1 ? "is" : "are";
            string projects = complete.Count == 1 ? "The project is"
                : string.Create(CultureInfo.InvariantCulture, $"{unrestored} of {complete.Count} projects {verb}");
            _notice($"{projects} not restored: {packages} not on this machine, and calls into {(isOne ? "it" : "them")} are known "
                + "only where signatures are built in. Run 'dotnet restore' for the rest.");
        }

        if (!_packs.HasPacks)
            _notice("There are no reference packs of .NET here: the assemblies that programs run on were used instead.");
        return complete;
    }

    private static string Listed(List<string> names) => names.Count == 1
        ? $"{names[0]} was"
        : string.Create(CultureInfo.InvariantCulture, $"{names.Count} projects ({Named(names)}) were");

    private static string Named(List<string> names) => names.Count <= MostNames
        ? string.Join(", ", names)
        : string.Create(CultureInfo.InvariantCulture, $"{string.Join(", ", names.Take(MostNames))} and {names.Count - MostNames} more");
}
