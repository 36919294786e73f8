using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;
using Syncopate.Analyzers;
using Syncopate.Analyzers.Rewriting.Converting;
using Syncopate.Analyzers.Rewriting.Reading;
using Xunit;

namespace Syncopate.Scan.Tests.Rewriting;

/// <summary>A blocking call deep down, converted with everything that leads to it: three projects, the last of them tests.</summary>
public sealed class ChainTests
{
    private const string Store = """
        namespace Data;

        public interface IStore
        {
            /// <summary>Reads.</summary>
            string Read(int id);
            void Write(string text);
        }

        public sealed class FileStore : IStore
        {
            public string Read(int id) => [|File.ReadAllText("x" + id)|];

            public void Write(string text)
            {
                if (text == "")
                    return;
                Console.WriteLine(nameof(Write));
            }
        }

        /// <summary>See <see cref="IStore.Read"/>.</summary>
        public sealed class FakeStore : IStore
        {
            private readonly List<string> _texts = [];

            public string Read(int id)
            {
                // In memory.
                return _texts[id];
            }

            string IStore.Read(int id) => id > 0 ? Read(id) : throw new ArgumentException("");

            public void Write(string text) => _texts.Add(text);
        }
        """;

    private const string Service = """
        using Data;
        using Microsoft.AspNetCore.Mvc;

        namespace Web;

        public class Texts(IStore store)
        {
            public virtual string Get(int id) => store.Read(id).Trim();
            public static Task<int> CountAsync() => Task.FromResult(1);
        }

        public class LoudTexts(IStore store) : Texts(store)
        {
            public override string Get(int id) => base.Get(id).ToUpperInvariant();
        }

        public class TextsController(Texts texts) : ControllerBase
        {
            [HttpGet("a")]
            public IActionResult Get(int id)
            {
                string text = texts.Get(id);
                return Ok(text);
            }
        }
        """;

    private const string Tests = """
        using Data;
        using Web;
        using Xunit;

        namespace Web.Tests;

        public class TextsTests
        {
            [Fact]
            public void A_text_is_trimmed()
            {
                TextsController controller = new(new Texts(new FakeStore()));
                Assert.NotNull(controller.Get(1));
                Assert.Throws<ArgumentException>(() => new Texts(new FakeStore()).Get(0));
            }
        }
        """;

    [Fact]
    public void It_goes_through_interfaces_overrides_actions_and_tests()
    {
        Dictionary<string, string> changed = Convert(Store, Service, Tests, out FixPlan plan);

        Assert.All(plan.Answers, answer => Assert.Null(answer.Refusal));
        Assert.Equal(
            Specimen.Unmark(Store).Text
                .Replace("        string Read(int id);", "        Task<string> ReadAsync(int id);")
                .Replace("    string Read(int id);", "    Task<string> ReadAsync(int id);")
                .Replace("public string Read(int id) => File.ReadAllText(\"x\" + id)", "public async Task<string> ReadAsync(int id) => await File.ReadAllTextAsync(\"x\" + id)")
                .Replace("cref=\"IStore.Read\"", "cref=\"IStore.ReadAsync\"")
                .Replace("string IStore.Read(int id) => id > 0 ? Read(id) : throw new ArgumentException(\"\")", "Task<string> IStore.ReadAsync(int id) => Task.FromResult(id > 0 ? Read(id) : throw new ArgumentException(\"\"))"),
            changed["Store.cs"]);
        Assert.Equal(
            Service
                .Replace("virtual string Get(int id) => store.Read(id).Trim()", "virtual async Task<string> GetAsync(int id) => (await store.ReadAsync(id)).Trim()")
                .Replace("override string Get(int id) => base.Get(id).ToUpper", "override async Task<string> GetAsync(int id) => (await base.GetAsync(id)).ToUpper")
                .Replace("public IActionResult Get(", "public async Task<IActionResult> Get(")
                .Replace("texts.Get(id)", "await texts.GetAsync(id)"),
            changed["Service.cs"]);
        Assert.Equal(
            Tests
                .Replace("public void A_text", "public async Task A_text")
                .Replace("controller.Get(1)", "await controller.Get(1)")
                .Replace("Assert.Throws<ArgumentException>(() => new Texts(new FakeStore()).Get(0))", "await Assert.ThrowsAsync<ArgumentException>(async () => await new Texts(new FakeStore()).GetAsync(0))"),
            changed["Tests.cs"]);
    }

    [Theory]
    [InlineData("string Title => texts.Get(1);", "It stands in the getter of Title")]
    [InlineData("void M() { Func<int, string> f = texts.Get; }", "Get is handed on as a delegate at Service.cs")]
    [InlineData("void M() { lock (texts) { texts.Get(1); } }", "inside a lock")]
    [InlineData("int M() => new[] { 1 }.Sum(id => texts.Get(id).Length);", "Func<int, int>")]
    [InlineData("void M(out int n) { n = texts.Get(1).Length; }", "ref, out or in parameter")]
    [InlineData("class C(Texts texts) : IComparable { public int CompareTo(object? o) => texts.Get(1).Length; }", "IComparable.CompareTo")]
    [InlineData("IEnumerable<string> M() { yield return texts.Get(1); }", "is an iterator")]
    public void It_is_refused_as_a_whole_where_one_caller_cannot_follow(string member, string reason)
    {
        string service = Service.Replace("public class TextsController", "public class Closed(Texts texts) { public Texts Texts => texts; " + member + " }\n\npublic class TextsController");

        Convert(Store, service, Tests, out FixPlan plan);

        Assert.Contains(reason, Assert.Single(plan.Answers).Refusal, StringComparison.Ordinal);
        Assert.Empty(plan.Edits.Trees);
    }

    [Fact]
    public void A_method_with_an_asynchronous_form_stays_and_its_callers_move()
    {
        const string store = """
            namespace Data;

            public interface IStore { void Save(); Task SaveAsync(); }

            public sealed class FileStore : IStore
            {
                public void Save() => [|File.WriteAllText("", "")|];
                public Task SaveAsync() => File.WriteAllTextAsync("", "");
            }
            """;
        const string service = """
            using Data;

            namespace Web;

            public class Page(IStore store)
            {
                internal void Show() => store.Save();
                internal bool Flag { get { store.Save(); return true; } }
            }

            public class Site(Page page) : Microsoft.AspNetCore.Mvc.ControllerBase
            {
                [Microsoft.AspNetCore.Mvc.HttpGet]
                public void Go() => page.Show();
            }
            """;

        Dictionary<string, string> changed = Convert(store, service, "", out FixPlan plan);

        Assert.All(plan.Answers, answer => Assert.Null(answer.Refusal));
        Assert.Equal(Specimen.Unmark(store).Text, changed["Store.cs"]);
        Assert.Equal(
            service.Replace("void Show() => store.Save()", "async Task ShowAsync() => await store.SaveAsync()").Replace("void Go() => page.Show()", "async Task Go() => await page.ShowAsync()"),
            changed["Service.cs"]);
    }

    [Fact]
    public void Names_keep_without_a_suffix_where_the_code_has_none()
    {
        string service = Service.Replace("CountAsync", "Count").Replace("Task.FromResult(1);", "Task.FromResult(1);\n    public Task A() => Task.CompletedTask;");

        Dictionary<string, string> changed = Convert(Store, service, Tests, out _);

        Assert.Contains("Task<string> Read(int id);", changed["Store.cs"], StringComparison.Ordinal);
        Assert.Contains("await texts.Get(id)", changed["Service.cs"], StringComparison.Ordinal);
    }

    [Fact]
    public void What_other_projects_may_call_stays_where_they_are_not_known() => Specimen.Stays(
        ScanRules.BlockingAction,
        "public class C { public string Read() => [|File.ReadAllText(\"\")|]; void M() => Read(); }",
        "other projects",
        FixReach.Project);

    [Fact]
    public void A_public_method_that_nobody_calls_stays() => Specimen.Stays(
        ScanRules.Chain, "public class C { public string Read() => [|File.ReadAllText(\"\")|]; }", "others may");

    private static Dictionary<string, string> Convert(string store, string service, string tests, out FixPlan plan)
    {
        (string text, IReadOnlyList<TextSpan> spans) = Specimen.Unmark(store);
        SyntaxTree[] trees = [Specimen.Parse(text, "Store.cs"), Specimen.Parse(service, "Service.cs"), Specimen.Parse(tests, "Tests.cs")];
        CSharpCompilation data = Specimen.Compile("Data", [trees[0]]), web = Specimen.Compile("Web", [trees[1]], data);
        SourceSet code = new([data, web, Specimen.Compile("Web.Tests", [trees[2]], data, web)]);

        plan = FixEngine.Plan(code, [.. spans.Select(span => Specimen.Sight(ScanRules.Chain, trees[0], span))], FixReach.Solution, TestContext.Current.CancellationToken);
        FixPlan made = plan;

        Dictionary<string, string> changed = trees.ToDictionary(tree => tree.FilePath, tree => Specimen.Text(made, tree));
        CSharpCompilation newData = Specimen.Compile("Data", [Specimen.Parse(changed["Store.cs"], "Store.cs")]);
        CSharpCompilation newWeb = Specimen.Compile("Web", [Specimen.Parse(changed["Service.cs"], "Service.cs")], newData);
        Specimen.Compile("Web.Tests", [Specimen.Parse(changed["Tests.cs"], "Tests.cs")], newData, newWeb);
        return changed;
    }
}
