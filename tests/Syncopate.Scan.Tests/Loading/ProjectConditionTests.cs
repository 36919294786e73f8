using Syncopate.Scan.Loading;
using Syncopate.Scan.Loading.Plain;
using Xunit;

namespace Syncopate.Scan.Tests.Loading;

public sealed class ProjectConditionTests
{
    private static readonly IReadOnlyDictionary<string, string> Properties =
        new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase)
        {
            ["Name"] = "Shop.Tests",
            ["IsWeb"] = "true",
        };

    [Theory]
    [InlineData("'$(Name)' == 'shop.tests'", true)]
    [InlineData("'$(Name)' != 'Shop.Tests'", false)]
    [InlineData(" '$(None)' == '' and $(Name.EndsWith('.Tests')) ", true)]
    [InlineData("'$(None)' == '' AND ($(Name.EndsWith('.Test')) or $(Name.StartsWith('Crm')))", false)]
    [InlineData("!$(Name.Contains('Tests'))", false)]
    [InlineData("'$(Name.EndsWith(`.Tests`))' == 'true'", null)]
    [InlineData("'$(Name.EndsWith('.Tests'))' == 'true'", true)]
    [InlineData("$(IsWeb)", true)]
    [InlineData("$(IsWeb) == true", true)]
    [InlineData("'$(Configuration)|$(Platform)' == 'Debug|AnyCPU'", null)]
    [InlineData("Exists('packages.config')", null)]
    [InlineData("'$(Configuration)' == 'Debug' and '$(Name)' == 'Crm'", false)]
    [InlineData("'$(Configuration)' == 'Debug' or '$(IsWeb)' == 'true'", true)]
    [InlineData("'$(Name)' ==", null)]
    [InlineData("", null)]
    [InlineData("'@(Compile)' == ''", null)]
    public void A_condition_holds_or_not_or_cannot_be_told(string condition, bool? expected) =>
        Assert.Equal(expected, ProjectCondition.Holds(condition, Properties));

    [Fact]
    public async Task Only_projects_that_the_condition_means_are_tests()
    {
        using ScratchTree tree = new(
            ("Directory.Build.props", """
                <Project>
                  <PropertyGroup>
                    <TargetFramework>net10.0</TargetFramework>
                    <IsTestProject Condition="'$(IsTestProject)' == '' and $(MSBuildProjectName.EndsWith('.Test'))">true</IsTestProject>
                  </PropertyGroup>
                  <ItemGroup Condition="'$(IsTestProject)' == 'true'"><PackageReference Include="xunit" Version="2.9.0" /></ItemGroup>
                </Project>
                """),
            ("Shop/Shop.csproj", """<Project Sdk="Microsoft.NET.Sdk" />"""),
            ("Shop/C.cs", "class C;"),
            ("Shop.Test/Shop.Test.csproj", """<Project Sdk="Microsoft.NET.Sdk" />"""),
            ("Shop.Test/T.cs", "class T;"));

        LoadedSolution solution = await tree.LoadAsync("", tree.Plain);

        Assert.False(solution.Project("Shop").IsTest);
        Assert.True(solution.Project("Shop.Test").IsTest);
    }
}
