using Microsoft.CodeAnalysis;
using Syncopate.Analyzers;
using Syncopate.Analyzers.Rewriting.Converting;
using Syncopate.Analyzers.Rewriting.Reading;
using Xunit;

namespace Syncopate.Scan.Tests.Rewriting;

public sealed class MarkedSolutionTests
{
    private static readonly string[] Refusals =
    [
        "OrderStore.cs:54 Func<int, bool>",
        "Blocking.cs:9 constructor of Blocking",
        "Blocking.cs:15 getter of Text",
        "Blocking.cs:19 IDisposable.Dispose",
        "Blocking.cs:75 Nobody here calls",
        "Blocking.cs:88 Func<Task<int>, int>",
        "Files.cs:64 Action<int>",
        "Forgotten.cs:13 not stand in async code",
        "Forgotten.cs:18 not stand in async code",
        "Forgotten.cs:19 a task again",
        "Forgotten.cs:22 nobody can await it",
        "Forgotten.cs:23 nobody can await it",
        "Forgotten.cs:24 nobody can await it",
    ];

    [Fact]
    public void All_fixes_together_compile_and_the_others_say_why_not()
    {
        SourceSet code = MarkedSolution.Compile();

        FixPlan plan = FixEngine.Plan(code, MarkedSolution.Sightings(code), FixReach.Solution, TestContext.Current.CancellationToken);

        Assert.Equal(28, plan.Answers.Count(answer => answer.Refusal is null));
        Assert.Equal(Refusals.Length, plan.Answers.Count(answer => answer.Refusal is not null));
        Assert.All(plan.Answers.Where(answer => answer.Refusal is not null).Zip(Refusals), pair =>
        {
            string[] expected = pair.Second.Split(' ', 2);
            Assert.EndsWith(expected[0], Analyzers.Rewriting.SourcePlace.Of(pair.First.Sighting.Node), StringComparison.Ordinal);
            Assert.Contains(expected[1], pair.First.Refusal, StringComparison.Ordinal);
        });
        Emits(plan);
    }

    [Fact]
    public void Each_fix_alone_compiles()
    {
        SourceSet code = MarkedSolution.Compile();
        foreach (Sighting sighting in MarkedSolution.Sightings(code))
        {
            FixPlan plan = FixEngine.Plan(code, [sighting], FixReach.Solution, TestContext.Current.CancellationToken);
            foreach (SyntaxTree tree in plan.Edits.Trees)
                Specimen.Emits(code.CompilationOf(tree).ReplaceSyntaxTree(tree, Specimen.Parse(Specimen.Text(plan, tree), tree.FilePath)));
        }
    }

    [Fact]
    public void An_action_moves_to_the_asynchronous_save() => Assert.Contains(
        """
            public async Task<IActionResult> Add(Order order)
            {
                store.Add(order); // -action_blocking
                await store.SaveAsync(); // +action_blocking
        """,
        Fixed("Shop.Web/OrdersController.cs"),
        StringComparison.Ordinal);

    [Fact]
    public void A_chain_becomes_async_from_the_leaf_to_the_action() => Assert.Contains(
        """
            public async Task<IActionResult> File() => Ok(await DescribeAsync(1));

            // Two calls below an action: the chain is File, Describe, ReadTemplate.
            private static async Task<string> DescribeAsync(int id) => await ReadTemplateAsync() + id;

            private static async Task<string> ReadTemplateAsync() => await System.IO.File.ReadAllTextAsync("template.txt"); // +chain
        """,
        Fixed("Shop.Web/OrdersController.cs"),
        StringComparison.Ordinal);

    private static string Fixed(string file)
    {
        SourceSet code = MarkedSolution.Compile();
        return Changed(FixEngine.Plan(code, MarkedSolution.Sightings(code), FixReach.Solution, TestContext.Current.CancellationToken))[file];
    }

    private static Dictionary<string, string> Changed(FixPlan plan) => plan.Edits.Trees.ToDictionary(tree => tree.FilePath, tree => Specimen.Text(plan, tree));

    private static void Emits(FixPlan plan) => Assert.All(MarkedSolution.Compile(Changed(plan)).Compilations, Specimen.Emits);
}
