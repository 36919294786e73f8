using System.Xml.Linq;

namespace Syncopate.Scan.Loading.MsBuild;

/// <summary>The files that make MSBuild report how it would call the compiler, without calling it.</summary>
/// <remarks>Two files hold the target, because two targets of one name in one file replace each other even where the condition of the
/// second is false; a project with several frameworks would say nothing. What a build writes goes into the folder too, not into the
/// scanned tree: its path is set before that of the project itself, and a value that is there already is kept.</remarks>
internal static class InjectedTargets
{
    /// <summary>The target that all of them hold.</summary>
    public const string Name = "SyncopateScan";

    /// <summary>Where one file for each project and framework is written.</summary>
    public const string OutputFolder = "out";

    private const string Key = "$(MSBuildProjectName)-$([MSBuild]::StableStringHash('$(MSBuildProjectFullPath)'))-$(TargetFramework)";

    private const string Before = $"""
        <Project>
          <PropertyGroup>
            <IntermediateOutputPath>$(SyncopateScanFolder)obj/{Key}/</IntermediateOutputPath>
            <OutDir>$(SyncopateScanFolder)bin/{Key}/</OutDir>
          </PropertyGroup>
        </Project>
        """;

    private const string Inner = $"""
        <Project>
          <Target Name="{Name}" DependsOnTargets="ResolveReferences;CoreCompile">
            <ItemGroup>
              <SyncopateLine Include="project|$(MSBuildProjectFullPath)" />
              <SyncopateLine Include="framework|$(TargetFramework)" />
              <SyncopateLine Include="assets|$(ProjectAssetsFile)" />
              <SyncopateLine Include="test|$(IsTestProject)" />
              <SyncopateLine Include="build|$([System.IO.Path]::GetFullPath('$(IntermediateOutputPath)'))" />
              <SyncopateLine Include="@(PackageReference->'package|%(Identity)|%(Version)')" />
              <SyncopateLine Include="@(PackageVersion->'version|%(Identity)|%(Version)')"
                             Condition="'$(ManagePackageVersionsCentrally)' == 'true'" />
              <SyncopateLine Include="@(FrameworkReference->'shared|%(Identity)')" />
              <SyncopateLine Include="@(ProjectReference->'needs|%(FullPath)|%(ReferenceOutputAssembly)')" />
              <SyncopateReference Include="@(ReferencePathWithRefAssemblies)"
                                  Condition="'%(ReferenceSourceTarget)' == 'ProjectReference'" />
              <SyncopateLine Include="@(SyncopateReference->'built|%(FullPath)|%(MSBuildSourceProjectFile)')" />
              <SyncopateLine Include="@(CscCommandLineArgs->'argument|%(Identity)')" />
            </ItemGroup>
            <WriteLinesToFile File="$(SyncopateScanFolder){OutputFolder}/{Key}.txt" Lines="@(SyncopateLine)" Overwrite="true" />
          </Target>
        </Project>
        """;

    private const string Outer = $"""
        <Project>
          <Target Name="{Name}">
            <ItemGroup>
              <SyncopateFramework Include="$(TargetFrameworks)" />
            </ItemGroup>
            <MSBuild Projects="$(MSBuildProjectFullPath)" Targets="{Name}"
                     Properties="TargetFramework=%(SyncopateFramework.Identity)" ContinueOnError="true" />
          </Target>
        </Project>
        """;

    /// <summary>Writes them, and a project that asks each of some projects; gives the words for MSBuild.</summary>
    /// <param name="folder">An empty folder.</param>
    /// <param name="projects">Full paths.</param>
    /// <param name="solution">The solution that they belong to, whose path projects may use; null for none.</param>
    /// <param name="token">Ends the writing.</param>
    public static async Task<IReadOnlyList<string>> WriteAsync(
        string folder, IReadOnlyList<string> projects, string? solution, CancellationToken token)
    {
        string all = Path.Combine(folder, "all.proj");
        string before = Path.Combine(folder, "before.props");
        string inner = Path.Combine(folder, "inner.targets");
        string outer = Path.Combine(folder, "outer.targets");
        Directory.CreateDirectory(Path.Combine(folder, OutputFolder));
        await File.WriteAllTextAsync(all, Asking(projects), token).ConfigureAwait(false);
        await File.WriteAllTextAsync(before, Before, token).ConfigureAwait(false);
        await File.WriteAllTextAsync(inner, Inner, token).ConfigureAwait(false);
        await File.WriteAllTextAsync(outer, Outer, token).ConfigureAwait(false);
        return
        [
            "msbuild", all, "-nologo", "-v:q", "-tl:off", "-m", "-nodeReuse:false", $"-t:{Name}",
            $"-p:CustomBeforeDirectoryBuildProps={before}",
            $"-p:CustomAfterMicrosoftCommonTargets={inner}",
            $"-p:CustomAfterMicrosoftCommonCrossTargetingTargets={outer}",
            $"-p:SyncopateScanFolder={folder}{Path.DirectorySeparatorChar}",
            "-p:DesignTimeBuild=true", "-p:SkipCompilerExecution=true", "-p:ProvideCommandLineArgs=true", "-p:BuildProjectReferences=false",
            "-p:EnableSourceControlManagerQueries=false",
            .. solution is null ? [] : Solution(solution),
        ];
    }

    private static string Asking(IReadOnlyList<string> projects) => new XElement(
        "Project",
        new XElement("ItemGroup", projects.Select(project => new XElement("Asked", new XAttribute("Include", Escape(project))))),
        new XElement(
            "Target",
            new XAttribute("Name", Name),
            new XElement(
                "MSBuild",
                new XAttribute("Projects", "@(Asked)"),
                new XAttribute("Targets", Name),
                new XAttribute("BuildInParallel", true),
                new XAttribute("ContinueOnError", true),
                new XAttribute("SkipNonexistentTargets", true)))).ToString();

    private static IEnumerable<string> Solution(string solution) =>
    [
        $"-p:SolutionDir={Escape(Path.GetDirectoryName(solution) ?? "")}{Path.DirectorySeparatorChar}",
        $"-p:SolutionPath={Escape(solution)}",
        $"-p:SolutionFileName={Escape(Path.GetFileName(solution))}",
        $"-p:SolutionName={Escape(Path.GetFileNameWithoutExtension(solution))}",
        $"-p:SolutionExt={Path.GetExtension(solution)}",
    ];

    /// <summary>As MSBuild reads it: these characters mean lists, properties and escapes to it.</summary>
    private static string Escape(string text) => text
        .Replace("%", "%25", StringComparison.Ordinal)
        .Replace(";", "%3B", StringComparison.Ordinal)
        .Replace("$", "%24", StringComparison.Ordinal)
        .Replace("@", "%40", StringComparison.Ordinal)
        .Replace("*", "%2A", StringComparison.Ordinal)
        .Replace("?", "%3F", StringComparison.Ordinal)
        .Replace("'", "%27", StringComparison.Ordinal);
}
