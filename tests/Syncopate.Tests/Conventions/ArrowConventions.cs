using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>
/// Who may use whom. ARCHITECTURE.md holds the drawing; it is made here from the types themselves, so that an arrow
/// that is not in it fails, and so does one that it has too many. SYNCOPATE_ACCEPT=1 draws it anew.</summary>
public sealed class ArrowConventions
{
    private const string Page = "ARCHITECTURE.md";
    private const string Begin = "<!-- arrows -->\n";
    private const string End = "<!-- end of arrows -->";

    private static readonly Lazy<IReadOnlyList<TypeGraph.Arrow>> Arrows = new(
        () => TypeGraph.From(BoundFiles.Product.Files, BoundFiles.Product));

    [Fact]
    public void Every_arrow_is_in_the_drawing_of_the_architecture()
    {
        string page = Repository.Read(Page), drawn = Drawing(Arrows.Value);
        int begin = page.IndexOf(Begin, StringComparison.Ordinal) + Begin.Length, end = page.IndexOf(End, StringComparison.Ordinal);

        if (Environment.GetEnvironmentVariable("SYNCOPATE_ACCEPT") == "1")
            File.WriteAllText(Path.Combine(Repository.Root, Page), page[..begin] + drawn + page[end..]);
        else
            Assert.Equal(page[begin..end], drawn);
    }

    [Fact]
    public void Projects_and_folders_form_no_cycle() => Assert.Empty(Cycles(Arrows.Value));

    [Fact]
    public void A_planted_arrow_back_is_seen_in_the_drawing_and_closes_a_circle()
    {
        SourceFile planted = new(
            "src/Syncopate/Histograms/Planted.cs",
            "namespace Syncopate.Histograms; class Planted { Type judge = typeof(Syncopate.Judging.ExperimentJudge); }");

        IReadOnlyList<TypeGraph.Arrow> back = TypeGraph.From([planted], BoundFiles.Product.With(planted));
        IReadOnlyList<TypeGraph.Arrow> arrows = [.. Arrows.Value, .. back];

        Assert.Contains(arrows, arrow => arrow.ToString() == "Syncopate/Histograms -> Syncopate/Judging: Planted uses ExperimentJudge");
        Assert.NotEqual(Drawing(Arrows.Value), Drawing(arrows));
        Assert.Contains(Cycles(arrows), cycle => cycle.Contains("Syncopate/Histograms", StringComparison.Ordinal));
    }

    [Fact]
    public void A_name_in_a_comment_is_no_arrow() => Assert.Empty(TypeGraph.Of(
    [
        new("src/A/One.cs", "namespace A; /// <summary><see cref=\"B.Two\"/></summary>\nclass One;"),
        new("src/B/Two.cs", "namespace B; class Two;"),
    ]));

    [Fact]
    public void An_extension_method_is_an_arrow()
    {
        TypeGraph.Arrow arrow = Assert.Single(TypeGraph.Of(
        [
            new("src/A/One.cs", "using B; namespace A; class One { int Length => \"\".Letters(); }"),
            new("src/B/Two.cs", "namespace B; static class Two { public static int Letters(this string text) => text.Length; }"),
        ]));

        Assert.Equal(("A", "B"), (arrow.From, arrow.To));
    }

    /// <summary>A table with a row for each project, those that use nobody last.</summary>
    private static string Drawing(IReadOnlyList<TypeGraph.Arrow> arrows)
    {
        ILookup<string, string> projects =
            arrows.Where(arrow => arrow.FromRoom != arrow.ToRoom).ToLookup(arrow =>
                arrow.FromRoom, arrow => arrow.ToRoom);
        ILookup<string, TypeGraph.Arrow> within = arrows.Where(arrow => arrow.FromRoom == arrow.ToRoom).ToLookup(arrow => arrow.FromRoom);
        IEnumerable<string> names =
            BoundFiles.Product.Files.Select(TypeGraph.Folder).Select(folder =>
                folder.Split('/')[0]).Distinct().OrderByDescending(project => Height(project, projects)).ThenBy(project =>
                project, StringComparer.Ordinal);
        IEnumerable<string> rows = names.Select(project =>
            $"| {Short(project)} | {string.Join(", ", Sorted(projects[project]).Select(Short))} | {string.Join("; ", Within(project, within[project]))} |\n");
        return "| project | uses | inside: folder → the folders it uses; · is the project's own |\n|---|---|---|\n" + string.Concat(rows);
    }

    private static IEnumerable<string> Within(string project, IEnumerable<TypeGraph.Arrow> arrows) => arrows
        .GroupBy(arrow => Inner(project, arrow.From), arrow => Inner(project, arrow.To))
        .OrderBy(folder => folder.Key, StringComparer.Ordinal)
        .Select(folder => $"{folder.Key} → {string.Join(' ', Sorted(folder))}");

    private static string Inner(string project, string folder) => folder == project ? "·" : folder[(project.Length + 1)..];

    private static string Short(string project) => project == "Syncopate" ? "Syncopate" : project["Syncopate.".Length..];

    private static IEnumerable<string> Sorted(IEnumerable<string> names) => names.Distinct().Order(StringComparer.Ordinal);

    private static int Height(string project, ILookup<string, string> projects) =>
        projects[project].Distinct().Select(used => 1 + Height(used, projects)).DefaultIfEmpty(0).Max();

    /// <summary>Folders, and projects as a whole, that can be reached from themselves.</summary>
    private static IEnumerable<string> Cycles(IReadOnlyList<TypeGraph.Arrow> arrows) =>
        Cycles(arrows.ToLookup(arrow => arrow.From, arrow => arrow.To))
            .Concat(
                Cycles(
                    arrows.Where(arrow => arrow.FromRoom != arrow.ToRoom).ToLookup(arrow =>
                        arrow.FromRoom, arrow => arrow.ToRoom)));

    private static IEnumerable<string> Cycles(ILookup<string, string> arrows) =>
        arrows.Select(from => from.Key).Where(start =>
            Reached(start, arrows).Contains(start)).Order(StringComparer.Ordinal);

    private static HashSet<string> Reached(string start, ILookup<string, string> arrows)
    {
        HashSet<string> reached = [];
        Queue<string> open = new(arrows[start]);
        while (open.TryDequeue(out string? next))
        {
            if (!reached.Add(next))
                continue;
            foreach (string after in arrows[next])
                open.Enqueue(after);
        }

        return reached;
    }
}
