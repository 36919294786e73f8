using System.Diagnostics;
using Syncopate.EndToEnd.Tests;
using Syncopate.Running;
using Syncopate.Tests.Load;
using Syncopate.Watch.Jobs;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>The start of a watch, of real processes: what is done, in which order, and what is left when it is given up.</summary>
[Trait("Judges", "behaviour")]
public sealed class OpenWatchTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_process_that_runs_learns_its_price_first_and_goes_on_after_it()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("pool");
        List<string> done = [];
        RequestedStart asked = Start(new WatchSubject { ProcessId = watched.ProcessId }) with { IsKept = true };

        await using (OpenWatch? open = await OpenWatch.OpenAsync(asked, Host(done), Token))
        {
            Assert.NotNull(open);
            Assert.Equal(watched.ProcessId, open.Process.Identity.Id);
            Assert.Equal(Path.GetTempPath(), open.Folder);
            Assert.Null(open.Woven);
        }

        Assert.Equal(["announce", "folder"], done);
        Assert.NotEmpty(await watched.AskAsync("minimum 4"));
    }

    [Fact]
    public async Task A_program_that_is_launched_has_its_folder_before_it_starts_and_ends_with_the_watch()
    {
        using TemporaryFolder folder = new();
        List<string> done = [];
        string[] words = ["dotnet", Built.Dll("WatchedProgram"), "idle"];
        RequestedStart asked = Start(new WatchSubject { Launch = words }) with { IsKept = true };
        WatchStartHost host = Host(done) with
        {
            CreateFolder = () =>
            {
                done.Add("folder");
                return folder.Path;
            },
        };

        int id;
        await using (OpenWatch? open = await OpenWatch.OpenAsync(asked, host, Token))
        {
            Assert.NotNull(open);
            id = open.Process.Identity.Id;
            Assert.True(File.Exists(Path.Combine(folder.Path, "program.log")), "What it writes goes nowhere.");
        }

        Assert.Equal(["folder", "announce"], done);
        Assert.Throws<ArgumentException>(() => Process.GetProcessById(id));
    }

    [Fact]
    public async Task Where_nobody_is_chosen_nothing_is_done()
    {
        List<string> done = [];

        RequestedStart asked = Start(new WatchSubject()) with { IsKept = true };

        OpenWatch? open = await OpenWatch.OpenAsync(asked, Host(done), Token);

        Assert.Null(open);
        Assert.Equal(["choose"], done);
    }

    [Fact]
    public async Task A_copy_that_was_woven_goes_when_it_cannot_be_started()
    {
        List<string> done = [];
        RequestedStart asked = Start(new WatchSubject { Launch = ["dotnet", "App.dll"] }) with { IsWoven = true };

        await Assert.ThrowsAsync<TargetFailedException>(() => OpenWatch.OpenAsync(asked, Host(done), Token));

        Assert.Equal(["weave dotnet App.dll", "copy removed"], done);
    }

    [Fact]
    public async Task Who_waits_for_a_process_that_does_not_answer_is_told_every_three_seconds()
    {
        using ManualTime time = new();
        List<string> said = [];
        TaskCompletionSource<int> answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Task<int> attaching = OpenWatch.AttachedAsync(answer.Task, time, said.Add);

        for (int wait = 0; wait < 2; wait++)
        {
            await time.NextTimerAsync(Token);
            time.Advance(TimeSpan.FromSeconds(3));
        }

        await time.NextTimerAsync(Token);
        answer.SetResult(7);

        Assert.Equal(7, await attaching);
        Assert.Equal(
            [
                "Still attaching after 3 s: the machine is busy, or the process is paused.",
                "Still attaching after 6 s: the machine is busy, or the process is paused.",
            ],
            said);
    }

    private static RequestedStart Start(WatchSubject subject) =>
        new(subject, new RequestedWatch("syncopate watch")) { WithAgent = false };

    private static WatchStartHost Host(List<string> done) => new()
    {
        CreateFolder = () =>
        {
            done.Add("folder");
            return Path.GetTempPath();
        },
        WeaveAsync = (command, _) =>
        {
            done.Add($"weave {string.Join(' ', command)}");
            return Task.FromResult(new WatchedCopy(["/no/such/program"], [], new Removal(done)));
        },
        ChooseAsync = _ =>
        {
            done.Add("choose");
            return Task.FromResult<int?>(null);
        },
        Announce = _ => done.Add("announce"),
    };

    private sealed class Removal(List<string> done) : IDisposable
    {
        public void Dispose() => done.Add("copy removed");
    }
}
