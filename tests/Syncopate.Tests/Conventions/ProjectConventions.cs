using System.Text.RegularExpressions;
using System.Xml.Linq;
using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>What the project files may say: which way references point, which packages there are, who sets what.</summary>
public sealed partial class ProjectConventions
{
    /// <summary>Projects that may only be built beside another one, to be started as programs.</summary>
    private static readonly string[] Programs = ["AwaitCost", "AwaitCost.RuntimeAsync", "FeedService", "SampleSite"];

    private static readonly string[] SetForAll =
    [
        "Nullable", "TreatWarningsAsErrors", "EnforceCodeStyleInBuild", "AnalysisLevel", "WarningsNotAsErrors", "NoWarn",
    ];

    /// <summary>They enter processes of others, or are what all else rests on.</summary>
    private static readonly string[] WithoutPackages =
        [
            "Syncopate", "Syncopate.Agent", "Syncopate.Endpoints", "Syncopate.Experiments", "Syncopate.Forms", "Syncopate.Load",
            "Syncopate.Planning", "Syncopate.Reporting", "Syncopate.Running", "Syncopate.WatchAgent",
        ];

    [Fact]
    public void References_point_inward_and_the_core_has_no_package() => Assert.Empty(Projects().SelectMany(WrongReferences));

    [Theory]
    [InlineData("src/Syncopate/Syncopate.csproj", "<PackageReference Include='Bogus' />")]
    [InlineData("src/Syncopate/Syncopate.csproj", "<ProjectReference Include='../Syncopate.Cli/Syncopate.Cli.csproj' />")]
    [InlineData("src/Syncopate.Load/Syncopate.Load.csproj", "<ProjectReference Include='../Syncopate.Running/Syncopate.Running.csproj' />")]
    [InlineData("src/Syncopate.Reporting/Syncopate.Reporting.csproj", "<PackageReference Include='Bogus' />")]
    [InlineData("src/Syncopate.Agent/Syncopate.Agent.csproj", "<PackageReference Include='Bogus' />")]
    [InlineData("src/Syncopate.Agent/Syncopate.Agent.csproj", "<ProjectReference Include='../Syncopate/Syncopate.csproj' />")]
    [InlineData("src/Syncopate.Experiments/Syncopate.Experiments.csproj", "<ProjectReference Include='..\\Syncopate.Cli\\Syncopate.Cli.csproj' />")]
    [InlineData("src/Syncopate.Cli/Syncopate.Cli.csproj", "<ProjectReference Include='../../tests/JournalWriter/JournalWriter.csproj' />")]
    [InlineData("src/Syncopate.Cli/Syncopate.Cli.csproj", "<ProjectReference Include='../../bench/Syncopate.Bench.csproj' ReferenceOutputAssembly='false' />")]
    [InlineData("src/Syncopate.Cli/Syncopate.Cli.csproj", "<ProjectReference Include='../../samples/SampleSite/SampleSite.csproj' />")]
    [InlineData("samples/SampleSite/SampleSite.csproj", "<ProjectReference Include='../../src/Syncopate/Syncopate.csproj' />")]
    [InlineData("src/Syncopate.New/Syncopate.New.csproj", "<ProjectReference Include='../Syncopate/Syncopate.csproj' />")]
    public void A_reference_that_points_the_wrong_way_is_reported(string path, string reference) =>
        Assert.Single(WrongReferences(Planted(path, reference)));

    [Fact]
    public void A_sample_that_is_only_built_beside_the_tool_is_not_reported() => Assert.Empty(WrongReferences(Planted(
        "src/Syncopate.Cli/Syncopate.Cli.csproj",
        "<ProjectReference Include='../../samples/SampleSite/SampleSite.csproj' ReferenceOutputAssembly='false' />")));

    [Fact]
    public void Every_project_is_in_the_solution()
    {
        IEnumerable<string?> listed = XDocument.Parse(Repository.Read("Syncopate.slnx")).Descendants("Project").Select(project =>
            (string?)project.Attribute("Path"));

        Assert.Equal(ProjectPaths().Order(StringComparer.Ordinal), listed.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Settings_of_the_whole_tree_are_set_once() => Assert.Empty(Projects().SelectMany(OwnSettings));

    [Theory]
    [InlineData("<Nullable>disable</Nullable>")]
    [InlineData("<TreatWarningsAsErrors>false</TreatWarningsAsErrors>")]
    [InlineData("<NoWarn>CS1591</NoWarn>")]
    public void A_project_that_goes_its_own_way_is_reported(string setting) =>
        Assert.Single(OwnSettings(Planted("src/Syncopate/Syncopate.csproj", setting)));

    [Fact]
    public void There_is_one_file_of_build_settings() =>
        Assert.Equal(["Directory.Build.props", "Directory.Packages.props"], Repository.Paths.Where(path => BuildSettings().IsMatch(path)));

    [Fact]
    public void Package_versions_are_exact_and_stand_in_one_place()
    {
        Assert.Empty(FloatingVersions(XDocument.Parse(Repository.Read("Directory.Packages.props"))));
        Assert.Empty(Projects().SelectMany(project => project.Xml.Descendants("PackageReference").Attributes("Version")));
    }

    [Theory]
    [InlineData("2.*")]
    [InlineData("[1.0,2.0)")]
    [InlineData("1.0.0-*")]
    public void A_floating_version_is_reported(string version) =>
        Assert.Single(
            FloatingVersions(
                new XDocument(
                    new XElement(
                        "P", new XElement("PackageVersion", new XAttribute("Include", "Bogus"), new XAttribute("Version", version))))));

    [Fact]
    public void Every_package_version_is_used()
    {
        IEnumerable<string> used =
            Projects().Select(project => project.Xml)
            .Append(XDocument.Parse(Repository.Read("Directory.Build.props")))
            .Append(XDocument.Parse(Repository.Read("tests/coverage.targets")))
            .SelectMany(xml => xml.Descendants("PackageReference")).Select(Included);
        IEnumerable<string> stated =
            XDocument.Parse(Repository.Read("Directory.Packages.props")).Descendants("PackageVersion").Select(Included);

        Assert.Empty(stated.Except(used));
    }

    [GeneratedRegex(@"(^|/)Directory\.[^/]*\.(props|targets)$")]
    private static partial Regex BuildSettings();

    [GeneratedRegex(@"^\d+(\.\d+)+(-[a-z0-9.]+)?$")]
    private static partial Regex ExactVersion();

    private static IEnumerable<string> ProjectPaths() => Repository.Paths.Where(path => path.EndsWith(".csproj", StringComparison.Ordinal));

    private static IEnumerable<(string Path, XDocument Xml)> Projects() =>
        ProjectPaths().Select(path => (path, XDocument.Parse(Repository.Read(path))));

    private static (string Path, XDocument Xml) Planted(string path, string inner) =>
        (path, XDocument.Parse($"<Project>{inner}</Project>"));

    private static IEnumerable<string> WrongReferences((string Path, XDocument Xml) project)
    {
        if (project.Path.StartsWith("tests/", StringComparison.Ordinal) || project.Path.StartsWith("bench/", StringComparison.Ordinal))
            return [];

        string name = Path.GetFileNameWithoutExtension(project.Path);
        IEnumerable<string> projects = project.Xml.Descendants("ProjectReference")
            .Select(reference =>
                (Name: Path.GetFileNameWithoutExtension(Included(reference).Replace('\\', '/')),
                    IsProgram: (string?)reference.Attribute("ReferenceOutputAssembly") == "false"))
            .Where(to => !MayReference(name).Contains(to.Name) && !(to.IsProgram && Programs.Contains(to.Name)))
            .Select(to => $"{name} -> {to.Name}");
        IEnumerable<string> packages =
            project.Xml.Descendants("PackageReference").Where(_ => WithoutPackages.Contains(name)).Select(package =>
                $"{name} -> package {Included(package)}");

        return projects.Concat(packages);
    }

    /// <summary>Which projects a product or sample project may reference. A new project takes its place here first.</summary>
    private static IEnumerable<string> MayReference(string project) => project switch
    {
        "Syncopate.Load" or "Syncopate.Planning" => ["Syncopate"],
        "Syncopate.Running" => ["Syncopate.Agent", "Syncopate.Load"],
        "Syncopate.Reporting" => ["Syncopate.Load", "Syncopate.Planning"],
        "Syncopate.Forms" => ["Syncopate.Reporting", "Syncopate.Running"],
        "Syncopate.Endpoints" => ["Syncopate.Forms"],
        "Syncopate.Experiments" => ["Syncopate.Planning", "Syncopate.Reporting", "Syncopate.Running"],
        "Syncopate.Watch" => ["Syncopate.Reporting", "Syncopate.Running", "Syncopate.WatchAgent"],
        "Syncopate.Telemetry" or "Syncopate.Weave" => ["Syncopate.Watch"],
        "Syncopate.Scan" => ["Syncopate.Analyzers", "Syncopate.Analyzers.CodeFixes", "Syncopate.Watch"],
        "Syncopate.Cluster" => ["Syncopate.Reporting", "Syncopate.Running"],
        "Syncopate.Live" => ["Syncopate.Experiments", "Syncopate.Watch"],
        "Syncopate.Cli" =>
        [
            "Syncopate.Cluster", "Syncopate.Experiments", "Syncopate.Forms", "Syncopate.Live", "Syncopate.Scan", "Syncopate.Telemetry",
            "Syncopate.Watch", "Syncopate.Weave",
        ],
        "Syncopate.Analyzers.CodeFixes" => ["Syncopate.Analyzers"],
        "Syncopate.Crud" => ["Syncopate.Crud.Generator"],
        "Syncopate.Crud.AspNetCore" => ["Syncopate.Crud"],
        "Shop.Tests" => ["Shop"],
        "SampleSite" => ["Syncopate.Crud", "Syncopate.Crud.AspNetCore", "Syncopate.Crud.Generator"],
        _ => [],
    };

    private static IEnumerable<string> OwnSettings((string Path, XDocument Xml) project) =>
        project.Xml.Descendants().Where(element =>
            SetForAll.Contains(
                element.Name.LocalName) && !IsForRuntimeAsync(project.Path, element)).Select(element => $"{project.Path}: {element}");

    /// <summary>Every await of the preview calls what the compiler itself marks as for evaluation.</summary>
    private static bool IsForRuntimeAsync(string path, XElement element) =>
        path == "samples/AwaitCost/AwaitCost.RuntimeAsync.csproj" && element is { Name.LocalName: "NoWarn", Value: "$(NoWarn);SYSLIB5007" };

    /// <summary>SQLitePCLRaw alone floats, within 2.x: registries differ in what they have.
    /// docs/decisions/0002-packages.md tells the story.</summary>
    private static IEnumerable<string> FloatingVersions(XDocument packages) =>
        from package in packages.Descendants("PackageVersion")
        let version = (string?)package.Attribute("Version") ?? ""
        where !ExactVersion().IsMatch(version)
            && !(version == "2.*" && Included(package).StartsWith("SQLitePCLRaw.", StringComparison.Ordinal))
        select $"{Included(package)} {version}";

    private static string Included(XElement item) => (string?)item.Attribute("Include") ?? "";
}
