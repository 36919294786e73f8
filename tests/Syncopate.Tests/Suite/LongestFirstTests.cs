using Syncopate.Tests.Conventions;
using Xunit;

namespace Syncopate.Tests.Suite;

public sealed class LongestFirstTests
{
    /// <summary>As xunit calls a class, and a group that is named by its type.</summary>
    [Theory]
    [InlineData("Test collection for Syncopate.EndToEnd.Tests.DocumentationTests (id: 00ff)", 0)]
    [InlineData("Test collection for Syncopate.EndToEnd.Tests.RunFaultTests (id: 00ff)", 1)]
    public void What_takes_longest_has_the_first_places(string collection, int place) =>
        Assert.Equal(place, LongestFirst.PlaceOf(collection));

    /// <summary>One of another program, and one whose name only begins or ends like that of a long one.</summary>
    [Theory]
    [InlineData("Test collection for Syncopate.Crud.Tests.PackageTests (id: 00ff)")]
    [InlineData("Test collection for Syncopate.EndToEnd.Tests.CiDocumentationTests (id: 00ff)")]
    [InlineData("Alone")]
    public void All_others_come_after_them(string collection) => Assert.Equal(LongestFirst.Names.Count, LongestFirst.PlaceOf(collection));

    /// <summary>A class that has another name now would come anywhere, and nobody would notice.</summary>
    [Fact]
    public void Each_of_them_is_there()
    {
        HashSet<string> files = [.. Repository.Paths.Select(path => path.Replace('/', '.'))];

        Assert.All(LongestFirst.Names, name => Assert.Contains($"tests.{name}.cs", files));
    }
}
