using Syncopate.Running.Showing;
using Xunit;

namespace Syncopate.Tests.Running;

[Trait("Judges", "behaviour")]
public sealed class RunningMarkTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-mark-");

    private string Feed => Path.Combine(_folder.FullName, LiveFeed.FileName);

    [Fact]
    public void What_a_killed_run_left_is_replaced()
    {
        File.WriteAllText(Feed, """{"k":"start","pid":2147483647,"began":1}""" + "\n");
        using RunningMark mark = new(measures: true);

        mark.Mark(_folder.FullName);

        Assert.Equal(new RunningProcess(Measures: true, IsDrawn: false), RunningProcess.In(_folder.FullName));
        mark.Dispose();
        Assert.False(File.Exists(Feed));
    }

    [Fact]
    public void The_mark_of_a_process_that_is_there_stays()
    {
        using RunningMark first = new(measures: true);
        first.Mark(_folder.FullName);
        using RunningMark second = new(measures: false);

        second.Mark(_folder.FullName);
        second.Dispose();

        Assert.Equal(new RunningProcess(Measures: true, IsDrawn: false), RunningProcess.In(_folder.FullName));
    }

    /// <summary>A line without end in a folder from elsewhere was read until the memory was used up.</summary>
    [Fact]
    public void A_first_line_that_is_longer_than_that_of_a_run_is_of_none()
    {
        using RunningMark mark = new(measures: true);
        mark.Mark(_folder.FullName);
        string line = File.ReadAllText(Feed).TrimEnd();

        File.WriteAllText(Feed, line + new string(' ', 100_000) + "\n");
        RunningProcess? padded = RunningProcess.In(_folder.FullName);
        File.WriteAllText(Feed, line + "\n");

        Assert.Null(padded);
        Assert.NotNull(RunningProcess.In(_folder.FullName));
    }

    [Fact]
    public void A_folder_that_was_removed_by_hand_ends_no_run()
    {
        DirectoryInfo folder = _folder.CreateSubdirectory("run");
        RunningMark mark = new(measures: true);
        mark.Mark(folder.FullName);
        folder.Delete(recursive: true);

        mark.Dispose();

        Assert.False(folder.Exists);
    }

    public void Dispose() => _folder.Delete(recursive: true);
}
