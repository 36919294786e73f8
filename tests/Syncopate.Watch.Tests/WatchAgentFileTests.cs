using Syncopate.Watch.Processes;
using Xunit;

namespace Syncopate.Watch.Tests;

public sealed class WatchAgentFileTests
{
    // On Windows nobody could update the tool while a process that it once watched runs.
    [Fact]
    public void A_copy_of_the_agent_is_made_once_for_each_build_and_left_alone_while_it_is_in_use()
    {
        using TemporaryFolder folder = new();
        string original = Path.Combine(AppContext.BaseDirectory, "Syncopate.WatchAgent.dll");

        string first = WatchAgentFile.CopyOf(original, folder.Path);
        using FileStream inUse = new(first, FileMode.Open, FileAccess.Read, FileShare.None);
        string second = WatchAgentFile.CopyOf(original, folder.Path);

        Assert.Equal(first, second);
        Assert.Equal(new FileInfo(original).Length, inUse.Length);
        Assert.Single(Directory.GetFiles(folder.Path, "*", SearchOption.AllDirectories));
    }
}
