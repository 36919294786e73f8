using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Flow;
using Xunit;

namespace Syncopate.Scan.Tests.Rules;

public sealed class WrittenSequencesTests
{
    [Theory]
    [InlineData("void M(List<int> a) => a.Any();")]
    [InlineData("void M(string[] a) => a.Where(x => x.Length > 1).Select(x => x).ToList();")]
    [InlineData("void M(string? a) => a!.Trim().Any(); void N(string a) => a.Contains('a');", "Contains")]
    [InlineData("private readonly IEnumerable<int> a = []; void M() => (a).First();")]
    [InlineData("HashSet<int> A { get; } = []; void M() => A.Contains(1);")]
    [InlineData("void M(int[] b) { var a = b.Distinct().ToList(); a.Count(); }", "Count")]
    [InlineData("void M() { var a = new List<int>(); a.Sum(); }")]
    public void What_is_declared_as_a_sequence_in_memory_is_one(string members, string name = "") => Assert.True(IsOfMemory(members, name));

    [Theory]
    [InlineData("void M(IQueryable<int> a) => a.Any();")]
    [InlineData("void M(DbSet<int> a) => a.Where(x => x > 1).ToList();")]
    [InlineData("void M(List<int> a) => a.AsQueryable().ToList();")]
    [InlineData("void M(List<Order> a) => a.First().Lines.ToList();")]
    [InlineData("void M(Store a) => a.Find(1);")]
    [InlineData("void M() => Orders.ToList();")]
    [InlineData("List<int> a = []; void M(IQueryable<int> a) => a.Any();")]
    [InlineData("List<int> a = []; void M(Store s) => s.Each(a => a.Any());")]
    [InlineData("List<int> a = []; void M(Store s) { foreach (var a in s) a.Any(); }")]
    [InlineData("List<int> a = []; void M(object s) { if (s is IQueryable<int> a) a.Any(); }")]
    [InlineData("List<int> a = []; void M(Store s) { s.Get(out IQueryable<int> a); a.Any(); }")]
    [InlineData("void M(List<int> b) { { List<int> a = b; } { IQueryable<int> a = null; a.Any(); } }")]
    [InlineData("void M(List<int> a) => a.Load();")]
    public void What_may_be_a_query_or_is_not_declared_here_is_none(string members) => Assert.False(IsOfMemory(members, ""));

    // The call that is meant is the only one of its name, or else the first that is not made to declare something.
    private static bool IsOfMemory(string members, string name)
    {
        SyntaxNode root = CSharpSyntaxTree.ParseText($"class C {{ {members} }}", cancellationToken: TestContext.Current.CancellationToken)
            .GetRoot(TestContext.Current.CancellationToken);
        InvocationExpressionSyntax call = root.DescendantNodes().OfType<InvocationExpressionSyntax>().First(one =>
            name.Length > 0 ? CallParts.NameOf(one) == name : CallParts.NameOf(one) is not ("Each" or "Get"));

        return new WrittenSequences().AreAskedBy(call, CallParts.NameOf(call) ?? "");
    }
}
