using Syncopate.Running;
using Xunit;

namespace Syncopate.Tests.Running;

public sealed class NewFolderTests : IDisposable
{
    private static readonly DateTimeOffset Now = new(2026, 11, 28, 18, 10, 53, TimeSpan.Zero);

    private readonly DirectoryInfo _parent = Directory.CreateTempSubdirectory("syncopate-new-folder-");

    public void Dispose() => _parent.Delete(recursive: true);

    [Fact]
    public void The_second_run_of_a_second_has_a_number()
    {
        string[] folders = [NewFolder.Below(_parent.FullName, Now), NewFolder.Below(_parent.FullName, Now)];

        Assert.Equal(["20261128-181053", "20261128-181053-2"], folders.Select(Path.GetFileName));
        Assert.All(folders, folder => Assert.True(Directory.Exists(folder)));
    }

    /// <summary>Two runs that began in the same second chose the same folder, and the second one was refused.</summary>
    [Fact]
    public void Of_many_runs_that_begin_at_once_each_has_a_folder_of_its_own()
    {
        string[] folders = new string[64];

        Parallel.For(0, folders.Length, new ParallelOptions { MaxDegreeOfParallelism = 16 },
            i => folders[i] = NewFolder.Below(_parent.FullName, Now));

        Assert.Equal(folders.Length, folders.Distinct(StringComparer.Ordinal).Count());
        // And nothing else is left there.
        IEnumerable<string> made = _parent.EnumerateFileSystemInfos().Select(entry => entry.FullName);
        Assert.Equal(made.Order(StringComparer.Ordinal), folders.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void A_place_that_cannot_be_written_is_told_and_not_tried_for_ever()
    {
        string file = Path.Combine(_parent.FullName, "file");
        File.WriteAllText(file, "");

        Assert.ThrowsAny<IOException>(() => NewFolder.Below(file, Now));
    }
}
