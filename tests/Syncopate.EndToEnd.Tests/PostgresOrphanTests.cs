using System.Diagnostics;
using System.Globalization;
using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>A database server must not outlive the program that started it, whatever ends that program.</summary>
[Trait("Judges", "behaviour")]
public sealed class PostgresOrphanTests
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_server_ends_with_its_program_and_leaves_no_folder(bool killed)
    {
        CancellationToken token = TestContext.Current.CancellationToken;
        Assert.SkipWhen(await PostgresPrograms.FindAsync(token) is null, "The PostgreSQL programs are not here. On Debian: apt-get install postgresql");
        using RunFolder folder = new();
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(folder.Path, (UnixFileMode)0b111_111_111); // Another user runs the server when these tests run as root.
        using FileSystemWatcher gone = new(folder.Path) { NotifyFilter = NotifyFilters.DirectoryName, EnableRaisingEvents = true };
        TaskCompletionSource removed = new(TaskCreationOptions.RunContinuationsAsynchronously);
        gone.Deleted += (_, _) => removed.TrySetResult();
        using Process holder = Process.Start(new ProcessStartInfo("dotnet", [Built.Dll("PostgresHolder"), folder.Path])
        {
            RedirectStandardOutput = true,
            RedirectStandardInput = true,
        })!; // dotnet exists: it runs these tests

        int server = int.Parse((await holder.StandardOutput.ReadLineAsync(token))!, CultureInfo.InvariantCulture); // one line, or the holder failed
        Assert.True(ProcessList.Runs(server));
        if (killed)
            holder.Kill();
        else
            holder.StandardInput.Close();
        await removed.Task.WaitAsync(token);
        await holder.WaitForExitAsync(token);

        Assert.False(ProcessList.Runs(server));
        Assert.Empty(Directory.GetFileSystemEntries(folder.Path));
    }
}
