using Microsoft.CodeAnalysis.CSharp.Syntax;
using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>The faults that <c>bench/mutations/planted</c> plants have a place in the code as it is now, and tests that are to see
/// them.</summary>
public sealed class FaultConventions
{
    private static readonly string[][] Faults =
        [.. Repository.Read("bench/mutations/planted.tsv").TrimEnd('\n').Split('\n').Select(line => line.Split('\t'))];

    [Fact]
    public void Each_fault_replaces_an_expression_that_stands_once_in_its_file() => Assert.All(Faults, fault =>
    {
        Assert.Equal(6, fault.Length);
        Assert.Equal(2, Repository.Read(fault[1]).Split(fault[2]).Length);
        Assert.NotEqual(fault[2], fault[3]);
    });

    [Fact]
    public void Each_fault_is_to_be_seen_by_tests_that_exist() => Assert.All(Faults, fault =>
    {
        string[] test = fault[5].Split('.');
        SourceFile[] files = [.. Repository.Sources.Where(file => file.Path.StartsWith($"tests/{fault[4]}/", StringComparison.Ordinal))];
        ClassDeclarationSyntax found = Assert.Single(
            files.SelectMany(file => file.All<ClassDeclarationSyntax>()), type => type.Identifier.Text == test[0]);
        if (test.Length > 1)
        {
            Assert.Contains(
                test[1], found.Members.OfType<MethodDeclarationSyntax>().Select(method => method.Identifier.Text));
        }
    });

    [Fact]
    public void Each_project_has_one()
    {
        IEnumerable<string?> projects = Directory.GetDirectories(Path.Combine(Repository.Root, "src")).Select(Path.GetFileName);

        Assert.Empty(projects.Except(Faults.Select(fault => fault[1].Split('/')[1])));
    }
}
