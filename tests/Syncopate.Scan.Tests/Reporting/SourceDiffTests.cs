using Syncopate.Scan.Pages;
using Xunit;

namespace Syncopate.Scan.Tests.Reporting;

public sealed class SourceDiffTests : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("syncopate-diff-").FullName;

    [Fact]
    public void Edits_of_one_line_are_one_change() =>
        Assert.Equal(
            ["--- A.cs", "+++ A.cs", "@@ -1,3 +1,3 @@", " one", "-two", "+<two>", " three"],
            Diff("one\ntwo\nthree", Insert(2, 1, "<"), Insert(2, 4, ">")));

    [Fact]
    public void Changes_far_apart_are_hunks_that_count_what_was_added_before() =>
        Assert.Equal(
            ["--- A.cs", "+++ A.cs", "@@ -1,3 +1,4 @@", "-1", "+x", "+1", " 2", " 3", "@@ -8,3 +9,3 @@", " 8", " 9", "-10", "+10!"],
            Diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n10", Insert(1, 1, "x\n"), Insert(10, 3, "!")));

    [Fact]
    public void A_region_of_several_lines_is_replaced_as_a_whole() =>
        Assert.Equal(
            ["--- A.cs", "+++ A.cs", "@@ -1,4 +1,3 @@", " a", "-bcd", "-efg", "+bXg", " h"],
            Diff("a\nbcd\nefg\nh", new TextEdit(new Place("A.cs", 2, 2, 3, 3), "X")));

    [Fact]
    public void A_line_that_is_taken_away_whole_leaves_none_behind() =>
        Assert.Equal(["--- A.cs", "+++ A.cs", "@@ -1,3 +1,2 @@", " a", "-b", " c"],
            Diff("a\nb\nc", new TextEdit(new Place("A.cs", 2, 1, 2, 2), "")));

    [Fact]
    public void Edits_that_do_not_fit_the_file_give_nothing() => Assert.Empty(Diff("a", Insert(7, 1, "x")));

    public void Dispose() => Directory.Delete(_root, recursive: true);

    private static TextEdit Insert(int line, int column, string text) => new(new Place("A.cs", line, column, line, column), text);

    private IReadOnlyList<string> Diff(string text, params TextEdit[] edits)
    {
        File.WriteAllText(Path.Combine(_root, "A.cs"), text);
        return SourceDiff.Lines(new FindingFix("Fix it", edits), new SourceText(_root));
    }
}
