namespace Syncopate.Scan.Loading.MsBuild;

/// <summary>What the injected target wrote of one project and framework.</summary>
/// <param name="Path">The full path of the project.</param>
/// <param name="Framework">Such as <c>net10.0</c>; empty in old projects.</param>
/// <param name="Arguments">Of the compiler.</param>
internal sealed record EvaluatedProject(string Path, string Framework, IReadOnlyList<string> Arguments)
{
    /// <summary>Where NuGet writes what it restored; empty in old projects.</summary>
    public string AssetsFile { get; init; } = "";

    /// <summary>The folder that the build writes into.</summary>
    public string BuildFolder { get; init; } = "";

    /// <summary>What the project says of itself.</summary>
    public bool IsTestProject { get; init; }

    /// <summary>Name and version, either may be empty.</summary>
    public IReadOnlyList<(string Name, string Version)> Packages { get; init; } = [];

    /// <summary>Such as <c>Microsoft.AspNetCore.App</c>.</summary>
    public IReadOnlyList<string> SharedFrameworks { get; init; } = [];

    /// <summary>Full paths of the projects it refers to, also of those that MSBuild cannot evaluate.</summary>
    public IReadOnlyList<string> Needs { get; init; } = [];

    /// <summary>The project that builds a file, by the file's full path.</summary>
    public IReadOnlyDictionary<string, string> BuiltBy { get; init; } = new Dictionary<string, string>();

    /// <summary>Reads one file that the target wrote.</summary>
    public static async Task<EvaluatedProject> ReadAsync(string file, CancellationToken token)
    {
        string[] lines = await File.ReadAllLinesAsync(file, token).ConfigureAwait(false);
        ILookup<string, string> told = lines.Select(line => line.Split('|', 2))
            .Where(parts => parts.Length == 2)
            .ToLookup(parts => parts[0], parts => parts[1]);
        return new EvaluatedProject(One(told, "project"), One(told, "framework"), [.. told["argument"]])
        {
            AssetsFile = One(told, "assets"),
            BuildFolder = One(told, "build"),
            IsTestProject = One(told, "test").Equals("true", StringComparison.OrdinalIgnoreCase),
            Packages = ReadPackages(told),
            SharedFrameworks = [.. told["shared"]],
            Needs =
            [
                .. told["needs"].Select(line => line.Split('|'))
                    .Where(parts => parts.Length == 2 && !parts[1].Equals("false", StringComparison.OrdinalIgnoreCase))
                    .Select(parts => parts[0]),
            ],
            BuiltBy = told["built"]
                .Select(line => line.Split('|'))
                .Where(parts => parts is [_, { Length: > 0 }])
                .DistinctBy(parts => parts[0])
                .ToDictionary(parts => parts[0], parts => parts[1]),
        };
    }

    private static string One(ILookup<string, string> told, string key) => told[key].FirstOrDefault() ?? "";

    private static List<(string Name, string Version)> ReadPackages(ILookup<string, string> told)
    {
        Dictionary<string, string> central = told["version"].Select(line => line.Split('|'))
            .Where(parts => parts.Length == 2)
            .DistinctBy(parts => parts[0], StringComparer.OrdinalIgnoreCase)
            .ToDictionary(parts => parts[0], parts => parts[1], StringComparer.OrdinalIgnoreCase);
        return
        [
            .. told["package"].Select(line => line.Split('|')).Where(parts => parts.Length == 2)
                .Select(parts => (parts[0], parts[1].Length > 0 ? parts[1] : central.GetValueOrDefault(parts[0], ""))),
        ];
    }
}
