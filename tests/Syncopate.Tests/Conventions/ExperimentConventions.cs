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

    private static readonly Convention Traits = Convention.OfEachFile(
        "docs/where.md: an experiment brings its explanation; who measures, judges or reports asks WorkTraits, not for a use case.",
        file => !file.IsIn("src/") || file.IsIn("src/Syncopate.Experiments/") ? [] : file.All<IdentifierNameSyntax>()
            .Where(name => name.Identifier.ValueText == "UseCase" && !IsSet(name))
            .Select(name => file.At(name, name.Parent?.ToString() ?? "UseCase")),
        new Exemption("src/Syncopate/Workload.cs", "where an experiment states its own"),
        new Exemption("src/Syncopate/WorkTraits.cs", "what follows from one"),
        new Exemption("src/Syncopate/Journaling/JournalJson.cs", "how a journal names it"),
        new Exemption("src/Syncopate.Running/Comparing/", "a comparison of a user's own states that nobody has described it"));

    [Fact]
    public void No_other_project_names_an_experiment() => OneFile.Holds();

    [Theory]
    [InlineData("src/Syncopate.Reporting/Sentences/Planted.cs", 1)]
    [InlineData("src/Syncopate.Experiments/Bundled/Planted.cs", 0)]
    public void An_experiment_that_is_named_elsewhere_is_reported(string path, int findings) =>
        Assert.Equal(findings, OneFile.Find(path, "class C { bool M(string id) => id == \"tight-loop\"; }").Count);

    [Fact]
    public void No_other_project_asks_for_a_use_case() => Traits.Holds();

    [Theory]
    [InlineData("src/Syncopate.Reporting/Sentences/Planted.cs", 2)]
    [InlineData("src/Syncopate/Judging/Planted.cs", 2)]
    [InlineData("src/Syncopate.Experiments/Planted.cs", 0)]
    public void A_use_case_that_is_asked_for_elsewhere_is_reported(string path, int findings) =>
        Assert.Equal(findings, Traits.Find(path, "class C { bool M(UseCase useCase) => useCase == UseCase.IoBound; }").Count);

    [Theory]
    [InlineData("bool M(Experiment asked) => asked.Workload.UseCase == default;", 1)]
    [InlineData("bool M(Experiment asked) => asked is { Workload.UseCase: var kind };", 1)]
    [InlineData("object M(Experiment asked) => new Report { UseCase = asked.Workload.UseCaseName };", 0)]
    public void It_is_reported_however_it_is_asked_for(string code, int findings) =>
        Assert.Equal(findings, Traits.Find("src/Syncopate.Reporting/Planted.cs", $"class C {{ {code} }}").Count);

    // A report names the use case for programs, and does nothing else with it.
    private static bool IsSet(IdentifierNameSyntax name) =>
        name.Parent is AssignmentExpressionSyntax set && set.Left == name;
}
