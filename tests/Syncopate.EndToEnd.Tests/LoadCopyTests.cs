using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Copies of the report of a load where the user wants them.</summary>
[Trait("Judges", "behaviour")]
public sealed class LoadCopyTests
{
    /// <summary>The first copy that could not be written ended the command with 4: the second was not made, and the crossed limit not
    /// told.</summary>
    [Theory]
    [InlineData(3, "--fail-if", "mean > 1ns")]
    [InlineData(4, "--fail-if", "errors > 0")]
    public async Task A_copy_that_cannot_be_written_hides_not_how_the_load_ended(int expected, params string[] limit)
    {
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();
        string log = Path.Combine(folder.Path, "copy.hlog");
        // A file that can be written as long as the run has no folder: what can be known before the load is refused there.
        string run = Path.Combine(folder.Path, "run");

        (int code, _, string error) = await Tool.RunAsync(
            ["load", site.Address + "/plain", "-n", "20", "-c", "2", "--html", run, "--hlog", log, "--out", run, .. limit]);

        Assert.True(code == expected, error);
        Assert.Contains("Cannot write '", error, StringComparison.Ordinal);
        Assert.True(File.Exists(log));
    }
}
