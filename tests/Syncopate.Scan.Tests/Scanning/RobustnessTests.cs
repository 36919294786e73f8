using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Syncopate.Crud.Tests;
using Syncopate.Scan.Tests.Rewriting;
using Syncopate.Scan.Tests.Rules;
using Xunit;

namespace Syncopate.Scan.Tests.Scanning;

/// <summary>Code that nobody would write, is still being written, or misses everything around it: the rules end and do not fail.</summary>
[Trait("Judges", "behaviour")]
public sealed class RobustnessTests
{
    // Characters; some 500 cuts where SYNCOPATE_SIMULATIONS=all asks for them, as ./test --long does, and some 125 in a short run.
    private static readonly int Step = Environment.GetEnvironmentVariable("SYNCOPATE_SIMULATIONS") == "all" ? 50 : 200;

    [Theory]
    [InlineData("src/Syncopate.Scan/Loading/SolutionLoader.cs")]
    [InlineData("tests/Syncopate.Scan.Tests/Cases/Shop.Web/OrdersController.cs")]
    [InlineData("tests/Syncopate.Scan.Tests/Cases/Shop.Jobs/Blocking.cs")]
    [InlineData("tests/Syncopate.Scan.Tests/Cases/Shop.Jobs/Forgotten.cs")]
    public async Task Code_cut_off_anywhere_is_read_as_far_as_it_goes(string file)
    {
        string text = await File.ReadAllTextAsync(Path.Combine(SourceTree.Root, file), TestContext.Current.CancellationToken);
        for (int end = 0; end < text.Length; end += Step)
            await RunAllAsync(Loose(text[..end]));
    }

    [Fact]
    public async Task Code_with_a_line_missing_anywhere_is_read_too()
    {
        string[] lines = await File.ReadAllLinesAsync(Path.Combine(SourceTree.Root, "tests/Syncopate.Scan.Tests/Cases/Shop.Jobs/Blocking.cs"), TestContext.Current.CancellationToken);
        for (int missing = 0; missing < lines.Length; missing++)
            await RunAllAsync(Loose(string.Join('\n', lines.Where((_, at) => at != missing))));
    }

    [Theory]
    [InlineData("tests/Syncopate.Scan.Tests/Cases/Shop.Web/OrdersController.cs")]
    [InlineData("tests/Syncopate.Scan.Tests/Cases/Shop.Jobs/Blocking.cs")]
    [InlineData("tests/Syncopate.Scan.Tests/Cases/Shop.Jobs/Files.cs")]
    [InlineData("tests/Syncopate.Scan.Tests/Cases/Shop.Jobs/Forgotten.cs")]
    public async Task Without_any_reference_nothing_is_invented(string file)
    {
        string text = await File.ReadAllTextAsync(Path.Combine(SourceTree.Root, file), TestContext.Current.CancellationToken);
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Nothing", [Specimen.Parse(text, "Nothing.cs")], [], new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));

        // An async method that says void needs no reference to be one.
        Assert.All(await RunAllAsync(compilation), finding => Assert.Equal("SYNC2007", finding.Rule));
    }

    [Fact]
    public async Task A_method_of_a_missing_package_is_not_taken_for_one_that_takes_other_arguments()
    {
        CSharpCompilation compilation = Loose("""
            using System.Threading.Tasks;
            public class Code(MissingConnection db) { public async Task RunAsync() { db.Make(); db.Make("a"); await Task.Yield(); } }
            public static class Around
            {
                public static string Make(this MissingConnection db, string text) => MakeAsync(db, text).Result;
                public static async Task<string> MakeAsync(this MissingConnection db, string text) { await Task.Yield(); return text; }
            }
            """);

        IReadOnlyList<Finding> found = await RunAllAsync(compilation);

        Assert.Equal(["""SYNC2001 MakeAsync(db, text).Result""", """SYNC2002 db.Make("a")"""], found.Select(finding =>
            $"{finding.Rule} {finding.Call}").Order());
    }

    [Fact]
    public async Task A_file_of_50_000_lines_is_read_to_its_end()
    {
        StringBuilder text = new("namespace Long;\npublic static class Code\n{\n");
        for (int i = 0; i < 10_000; i++)
            text.Append(FormattableString.Invariant($"    public static async Task Number{i}Async()\n    {{\n        Task one = Task.Delay({i});\n        await one;\n    }}\n"));
        text.Append("    public static async Task LastAsync() { await Task.Yield(); File.ReadAllText(\"a\"); }\n}\n");
        CSharpCompilation compilation = Specimen.Compile("Long", [Specimen.Parse(text.ToString(), "Long.cs")]);

        Finding found = Assert.Single(await RunAllAsync(compilation));

        Assert.True(found.Place.Line > 50_000);
    }

    [Theory]
    [InlineData("Use(", "a", " + a", ");")]
    [InlineData("Use(", "flag", " && flag", ");")]
    [InlineData("if (", "t.IsCompleted", " && t.IsCompleted", ") Use(t.Result);")]
    [InlineData("Use(", "a", " + t.Result", ");")]
    [InlineData("Use(", "a", ".Trim()", ");")]
    [InlineData("Use(", "new[] { 1 }.AsQueryable()", ".Where(x => x > 1)", ".ToList());")]
    [InlineData("", "if (flag) Use(1);", " else if (flag) Use(t.Result);", "")]
    [InlineData("", "Use(t.Result);", " Use(t.Result);", "")]
    public async Task Code_of_very_many_parts_does_not_end_the_process(string before, string first, string next, string after)
    {
        StringBuilder text = new(before + first);
        // Each wait looks at all that runs before it: the time grows with the square of the waits in one method.
        int parts = next.Contains("t.Result", StringComparison.Ordinal) || next.Contains("Where", StringComparison.Ordinal) ? 300 : 5_000;
        for (int i = 0; i < parts; i++)
            text.Append(next);
        text.Append(after);

        await RunAllAsync(Loose(
            $"using System; using System.Linq; using System.Threading.Tasks; class Code {{ static void Use(object x) {{ }} static async Task RunAsync(string a, bool flag, Task<string> t) {{ {text} await t; }} }}"));
    }

    [Theory]
    [InlineData("class A : B { public virtual void Run() => Run(); } class B : A { public override void Run() => base.Run(); }")]
    [InlineData("interface A : B { void Run(); } interface B : A { void Run(); } class C : A { public void Run() { } }")]
    [InlineData("class A<T> : B<A<T>> { public Task RunAsync() => RunAsync(); public void Run() => Run(); async Task Go() { Run(); await RunAsync(); } } class B<T> { }")]
    [InlineData("class A { void One() => Two(); void Two() => One(); Task OneAsync() => TwoAsync(); Task TwoAsync() => OneAsync(); async Task Go() { One(); var t = OneAsync(); await t; OneAsync().Wait(); } }")]
    [InlineData("class A { Task<int> T => T; int Number => T.Result; Task<int> One() => flag ? One() : Two(); Task<int> Two() => One(); int Go() => One().Result; bool flag; }")]
    [InlineData("class A { async Task Go() { var t = t; var u = v; var v = u; await t; t.Wait(); foreach (var x in x) x.Wait(); } }")]
    [InlineData("class A { async Task Go() { Stream s = s; var q = q.Where(x => true); using var z = z; q.ToList(); s.Read(null, 0, 0); await Task.Yield(); } }")]
    public Task Circles_of_calls_types_and_variables_end(string source) =>
        RunAllAsync(Loose("using System; using System.IO; using System.Linq; using System.Threading.Tasks; " + source));

    [Theory]
    [InlineData("public record Item(string Path) { public string Text => [|File.ReadAllTextAsync(Path).Result|]; }")]
    [InlineData("public class Item(Task<string> text) { public string Text { get; } = [|text.Result|]; }")]
    [InlineData("public record struct Item(Task<string> Text) { public string Now() => [|Text.Result|]; }")]
    [InlineData("file class Item { public string Now(Task<string> text) => [|text.Result|]; }")]
    [InlineData("public partial class Item { public partial string Now(Task<string> text); } public partial class Item { public partial string Now(Task<string> text) => [|text.Result|]; }")]
    [InlineData("public interface IItem { string Now(Task<string> text) => [|text.Result|]; }")]
    [InlineData("public class Item { public string this[Task<string> text] => [|text.Result|]; public static string operator +(Item a, Task<string> text) => [|text.Result|]; public static implicit operator Item(Task<string> text) { _ = [|text.Result|]; return new(); } }")]
    [InlineData("public class Item { public string Now { get => field ??= [|Task.Delay(1).ContinueWith(_ => \"\").Result|]; } }")]
    public void New_forms_of_code_are_read_like_the_old(string marked)
    {
        MarkedText code = MarkedText.Read(marked);
        CSharpCompilation compilation = Loose("using System.IO; using System.Threading.Tasks;\n" + code.Text);
        int shift = "using System.IO; using System.Threading.Tasks;\n".Length;

        Assert.Equal(code.Marks.Select(mark => mark.Start + shift), RuleScan.Files(compilation).Where(found => found.Rule.Id == "SYNC2001").Select(found => found.Location.SourceSpan.Start));
    }

    // The compiler that the tests bind with is older than extension blocks; the one of the SDK, which the scan takes, is not.
    [Fact]
    public Task Extension_blocks_are_no_obstacle() => RunAllAsync(Loose(
        "using System.Threading.Tasks; public static class Item { extension(Task<string> text) { public string Now => text.Result; public string Later() => text.Result; } }"));

    [Fact]
    public void A_class_in_several_files_is_one_class()
    {
        CSharpCompilation compilation = Specimen.Compile("Parts",
        [
            Specimen.Parse("public partial class Item { public string Read() => File.ReadAllText(\"a\"); }", "One.cs"),
            Specimen.Parse("public partial class Item { public Task<string> ReadAsync() => File.ReadAllTextAsync(\"a\"); }", "Two.cs"),
            Specimen.Parse("public partial class Item { public async Task RunAsync() { Read(); await Task.Yield(); } }", "Three.cs"),
        ]);

        Finding found = Assert.Single(RuleScan.Solution(compilation).Findings);

        Assert.Equal(("SYNC2002", "Three.cs"), (found.Rule, Path.GetFileName(found.Place.File)));
    }

    private static CSharpCompilation Loose(string text) => CSharpCompilation.Create(
        "Loose", [Specimen.Parse(text, "Loose.cs")], Specimen.References, new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));

    private static async Task<IReadOnlyList<Finding>> RunAllAsync(CSharpCompilation compilation)
    {
        RuleScan.Files(compilation);
        Assert.DoesNotContain(await RuleScan.AnalyzerAsync(compilation), found => found.Id == "AD0001");
        return RuleScan.Solution(compilation).Findings;
    }
}
