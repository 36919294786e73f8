using Microsoft.CodeAnalysis.Text;
using Syncopate.Scan.Fixing;
using Xunit;

namespace Syncopate.Scan.Tests.Fixing;

public sealed class UnifiedDiffTests
{
    [Fact]
    public void Changes_near_each_other_share_a_hunk()
    {
        string text = string.Concat(Enumerable.Range(1, 20).Select(number => $"line {number}\n"));

        string diff = UnifiedDiff.Of(Change(text, ("line 5\n", "line five\n"), ("line 8\n", ""), ("line 18\n", "line 18\nmore\n")), "a.cs");

        Assert.Equal(
            """
            --- a/a.cs
            +++ b/a.cs
            @@ -2,10 +2,9 @@
             line 2
             line 3
             line 4
            -line 5
            +line five
             line 6
             line 7
            -line 8
             line 9
             line 10
             line 11
            @@ -16,5 +15,6 @@
             line 16
             line 17
             line 18
            +more
             line 19
             line 20

            """,
            diff);
    }

    [Fact]
    public void The_last_line_may_lack_its_end() => Assert.Equal(
        "--- a/a.cs\n+++ b/a.cs\n@@ -1,2 +1,2 @@\n one\n-two\n\\ No newline at end of file\n+three\n\\ No newline at end of file\n",
        UnifiedDiff.Of(Change("one\ntwo", ("two", "three")), "a.cs"));

    [Fact]
    public void Two_changes_of_a_line_are_one() => Assert.Equal(
        "--- a/a.cs\n+++ b/a.cs\n@@ -1,1 +1,1 @@\n-a b c\r\n+x b y\r\n",
        UnifiedDiff.Of(Change("a b c\r\n", ("a", "x"), ("c", "y")), "a.cs"));

    [Fact]
    public void Lines_that_follow_each_other_change_together() => Assert.Equal(
        "--- a/a.cs\n+++ b/a.cs\n@@ -1,3 +1,3 @@\n-a\n-b\n+x\n+y\n c\n",
        UnifiedDiff.Of(Change("a\nb\nc\n", ("a", "x"), ("b", "y")), "a.cs"));

    private static FileChange Change(string text, params (string Old, string New)[] changes) => new(
        "a.cs",
        SourceText.From(text),
        [.. changes.Select(change => new TextChange(new TextSpan(text.IndexOf(change.Old, StringComparison.Ordinal), change.Old.Length), change.New))]);
}
