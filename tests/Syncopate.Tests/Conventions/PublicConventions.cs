using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>What a user can call is chosen, and what is only called within the product can change.</summary>
public sealed class PublicConventions
{
    // Packages, each with a list of what was approved.
    private static readonly string[] Packed =
    [
        "src/Syncopate.Forms/", "src/Syncopate.Endpoints/", "src/Syncopate.Load/", "src/Syncopate.Crud", "src/Syncopate.Analyzers",
    ];

    private const string OfLoad = "docs/load.md: code that sends load of its own has it in its hands";

    private static readonly Convention Internal = Convention.OfEachFile(
        "STYLE 7: a type outside of the packages' own API is internal.",
        file => !file.IsIn("src/") || file.IsIn(Packed)
            ? []
            : file.All<BaseTypeDeclarationSyntax>().Concat<MemberDeclarationSyntax>(file.All<DelegateDeclarationSyntax>())
                .Where(type => type.Parent is BaseNamespaceDeclarationSyntax or CompilationUnitSyntax
                    && type.Modifiers.Any(SyntaxKind.PublicKeyword))
                .Select(type => file.At(type, type is BaseTypeDeclarationSyntax named ? named.Identifier.Text : "a delegate")),
        new Exemption("src/Syncopate/Verdict.cs", "the results of the library have it"),
        new Exemption("src/Syncopate/LoadShape.cs", OfLoad),
        new Exemption("src/Syncopate/Histograms/Histogram.cs", OfLoad),
        new Exemption("src/Syncopate/Histograms/HistogramBucket.cs", OfLoad),
        new Exemption("src/Syncopate/IntervalRecord.cs", $"{OfLoad}: SlowRequest"),
        new Exemption("src/Syncopate/RequestTrace.cs", OfLoad),
        new Exemption("src/Syncopate/Doubt.cs", OfLoad),
        new Exemption("src/Syncopate/JournalRecord.cs", "the base of Doubt"),
        new Exemption("src/Syncopate.Agent/StartupHook.cs", "the runtime of a target looks for it"),
        new Exemption("src/Syncopate.WatchAgent/StartupHook.cs", "the runtime of a target looks for it"),
        new Exemption("src/Syncopate.WatchAgent/AwaitClock.cs", "woven code in other assemblies calls it"),
        new Exemption("src/Syncopate.WatchAgent/AgentEvents.cs", "the runtime of a target makes its manifest"),
        new Exemption("src/Syncopate.WatchAgent/ChangeRequests.cs", "the runtime of a target makes its manifest"));

    [Fact]
    public void What_is_in_no_package_is_internal() => Internal.Holds();

    [Theory]
    [InlineData("src/Syncopate.Running/Planted.cs", "public sealed class C;", 1)]
    [InlineData("src/Syncopate.Watch/Planted.cs", "namespace N; public enum E { A }", 1)]
    [InlineData("src/Syncopate.Watch/Planted.cs", "public delegate void D();", 1)]
    [InlineData("src/Syncopate.Watch/Planted.cs", "internal sealed class C { public sealed class D; }", 0)]
    [InlineData("src/Syncopate.Forms/Planted.cs", "public sealed class C;", 0)]
    public void A_type_that_is_public_without_need_is_reported(string path, string code, int findings) =>
        Assert.Equal(findings, Internal.Find(path, code).Count);
}
