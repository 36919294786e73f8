using Xunit;
using Xunit.v3;

[assembly: TestCollectionOrderer(typeof(Syncopate.Tests.LongestFirst))]

namespace Syncopate.Tests;

/// <summary>Part of every test project: the classes that take longest begin first. One that begins last runs on when all others are done,
/// and leaves a processor without work. Whatever is not named comes afterwards, in the order in which xunit would have it.</summary>
internal sealed class LongestFirst : ITestCollectionOrderer
{
    /// <summary>Full names of test classes, and of groups of them that share a process; in each program, the longest first.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        "Syncopate.EndToEnd.Tests.DocumentationTests",
        "Syncopate.EndToEnd.Tests.RunFaultTests",
        "Syncopate.EndToEnd.Tests.DataRunTests",
        "Syncopate.EndToEnd.Tests.LoadCommandTests",
        "Syncopate.EndToEnd.Tests.CompareFaultTests",
        "Syncopate.EndToEnd.Tests.CompareBuildFaultTests",
        "Syncopate.EndToEnd.Tests.TelemetryTests",
        "Syncopate.EndToEnd.Tests.CompareTwinsTests",
        "Syncopate.Packages.Tests.PackageTests",
        "Syncopate.Packages.Tests.TestFrameworkTests",
        "Syncopate.Packages.Tests.ToolTests",
        "Syncopate.Packages.Tests.DeterminismTests",
        "Syncopate.Packages.Tests.Builds.GitLabTests",
        "Syncopate.Packages.Tests.Builds.ActionTests",
        "Syncopate.Watch.Tests.RuntimeExperimentTests",
        "Syncopate.Watch.Tests.RuntimeLaunchTests",
        "Syncopate.Watch.Tests.RuntimeCompareTests",
        "Syncopate.Watch.Tests.RuntimeTests",
        "Syncopate.Watch.Tests.TruthJudgeTests",
        "Syncopate.Site.Tests.SiteGroup",
        "Syncopate.Site.Tests.FeedsGroup",
        "Syncopate.Site.Tests.SiteDatabaseTests",
        "Syncopate.Tests.Suite.RunProgramsTests",
        "Syncopate.Cluster.Tests.CompareAgentsTests",
        "Syncopate.Cluster.Tests.RunAgentsTests",
    ];

    /// <inheritdoc/>
    IReadOnlyCollection<TTestCollection> ITestCollectionOrderer.OrderTestCollections<TTestCollection>(
        IReadOnlyCollection<TTestCollection> testCollections) =>
        [
            .. DefaultTestCollectionOrderer.Instance.OrderTestCollections(testCollections)
                .OrderBy(collection => PlaceOf(collection.TestCollectionDisplayName)),
        ];

    /// <summary>The place of a class among those that are named, or the one behind all of them.</summary>
    /// <param name="collection">What xunit calls it, such as "Test collection for Syncopate.EndToEnd.Tests.RunFaultTests (id: 7)".</param>
    public static int PlaceOf(string collection)
    {
        string[] words = collection.Split(' ');
        int place = 0;
        while (place < Names.Count && Array.IndexOf(words, Names[place]) < 0)
            place++;
        return place;
    }
}
