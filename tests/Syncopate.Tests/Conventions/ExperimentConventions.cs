using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Experiments.Bundled;
using Xunit;

namespace Syncopate.Tests.Conventions;

public sealed class ExperimentConventions
{
    private static readonly Convention OneFile = Convention.OfEachFile(
        "docs/where.md: a new experiment is one file, so no other project names one.",
        file => !file.IsIn("src/") || file.IsIn("src/Syncopate.Experiments/") ? [] : file.All<LiteralExpressionSyntax>()
            .Where(literal => BundledExperiments.All.Any(experiment => experiment.Id == literal.Token.ValueText))
            .Select(literal => file.At(literal, literal.ToString())),
        new Exemption("src/Syncopate.Scan/Sarif/SarifWriter.cs", "a word of SARIF for what is suppressed outside the code"));

    [Fact]
    public void No_other_room_names_an_experiment() => OneFile.Holds();

    [Theory]
    [InlineData("src/Syncopate.Reporting/Sentences/Planted.cs", 1)]
    [InlineData("src/Syncopate.Experiments/Bundled/Planted.cs", 0)]
    public void An_experiment_that_is_named_elsewhere_is_reported(string path, int findings) =>
        Assert.Equal(findings, OneFile.Find(path, "class C { bool M(string id) => id == \"tight-loop\"; }").Count);
}
