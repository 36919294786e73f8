using Syncopate.Journaling;
using Syncopate.Load;
using Syncopate.Running;
using Syncopate.Running.Loads;
using Syncopate.Tests.Load;
using Syncopate.Tests.Rounds;
using Xunit;

namespace Syncopate.Tests.Running;

/// <summary>A load from its request to its journal, with engine, disk and monitor passed in.</summary>
[Trait("Judges", "behaviour")]
public sealed class LoadJobTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task What_was_asked_for_and_what_came_of_it_is_in_the_journal()
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using SimulatedDisk disk = new();

        RunEnd end = await new LoadJob(Asked(server), Host(disk, new PlannedEngine(_ => Result()))).RunAsync(Token);

        IReadOnlyList<JournalRecord> records = disk.Read().Records;
        RunHeader header = Assert.IsType<RunHeader>(records[0]);
        Assert.Equal(RunOutcome.Finished, end.Outcome);
        Assert.Equal(("syncopate load", 7ul), (header.Command, header.Seed));
        Assert.Equal("planned", Assert.IsType<LoadDescription>(records[1]).Engine);
        Assert.Equal(end, records[^1]);
    }

    [Fact]
    public async Task Where_nothing_answers_no_folder_is_left_behind()
    {
        ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        RequestedLoad asked = Asked(server);
        await server.DisposeAsync();
        using SimulatedDisk disk = new();
        int folders = 0;
        LoadHost host = Host(disk, new PlannedEngine(_ => Result())) with
        {
            CreateFolder = () => $"folder {++folders}",
        };

        TargetFailedException refused = await Assert.ThrowsAsync<TargetFailedException>(() => new LoadJob(asked, host).RunAsync(Token));

        Assert.Contains("Nothing answers at", refused.Message, StringComparison.Ordinal);
        Assert.Equal(0, folders);
    }

    /// <summary>It was started first, and refused afterwards.</summary>
    [Fact]
    public async Task A_server_that_may_not_be_loaded_is_not_started_and_leaves_no_folder()
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using SimulatedDisk disk = new();
        LoadHost host = Host(disk, new PlannedEngine(_ => Result())) with
        {
            CreateFolder = () => throw new InvalidOperationException("Nothing is to be started."),
        };
        RequestedLoad asked = Asked(server) with { Address = LoadAddress.Parse("http://192.0.2.1:5080/orders"), Launch = ["/no/such"] };

        TargetNotAllowedException refused =
            await Assert.ThrowsAsync<TargetNotAllowedException>(() => new LoadJob(asked, host).RunAsync(Token));

        Assert.Contains("--allow-host 192.0.2.1", refused.Message, StringComparison.Ordinal);
    }

    /// <summary>Only the line of the command was checked: whoever else asks would have seen the figures of a process here beside a load
    /// that goes elsewhere.</summary>
    [Theory]
    [InlineData(true, "--launch starts a server on this machine")]
    [InlineData(false, "--pid watches a process of this machine")]
    public async Task No_process_here_is_started_or_watched_for_a_load_that_goes_elsewhere(bool isLaunched, string said)
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using SimulatedDisk disk = new();
        LoadHost host = Host(disk, new PlannedEngine(_ => Result())) with
        {
            CreateFolder = () => throw new InvalidOperationException("Nothing is to be started."),
        };
        RequestedLoad asked = Asked(server);
        asked = asked with
        {
            Address = LoadAddress.Parse("http://192.0.2.1:5080/orders"), // Of a block that is for documentation alone (RFC 5737).
            Settings = asked.Settings with { AllowedHosts = ["192.0.2.1"] },
            Launch = isLaunched ? ["/no/such"] : null,
            ProcessId = isLaunched ? null : 4711,
        };

        TargetNotAllowedException refused =
            await Assert.ThrowsAsync<TargetNotAllowedException>(() => new LoadJob(asked, host).RunAsync(Token));

        Assert.StartsWith($"{said}, but 192.0.2.1:5080 is another one.", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_disk_that_is_full_ends_the_load_and_keeps_what_was_written()
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using SimulatedDisk disk = new();
        PlannedEngine engine = new(_ =>
        {
            disk.Room = 0;
            return Result();
        });

        await Assert.ThrowsAsync<JournalException>(() => new LoadJob(Asked(server), Host(disk, engine)).RunAsync(Token));

        Assert.Equal("syncopate load", Assert.IsType<RunHeader>(disk.Read().Records[0]).Command);
        Assert.True(engine.IsDisposed);
    }

    [Fact]
    public async Task The_process_of_the_server_is_attached_to_and_let_go()
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using SimulatedDisk disk = new();
        PlannedMonitor monitor = new();
        LoadHost host = Host(disk, new PlannedEngine(_ => Result())) with
        {
            Attach = (process, _) => Task.FromResult<ITargetMonitor>(monitor.Of(process)),
        };

        await new LoadJob(Asked(server) with { ProcessId = 4711 }, host).RunAsync(Token);

        Assert.Equal((4711, true, true), (monitor.Process, monitor.WasTaken, monitor.IsDisposed));
    }

    [Theory]
    [InlineData(true, null, RunOutcome.Cancelled, "Stopped by the user.")]
    [InlineData(false, "It went away.", RunOutcome.TargetFailed, "It went away.")]
    [InlineData(false, null, RunOutcome.Finished, "")]
    public async Task How_it_ended_is_the_engines_word(bool cancelled, string? failure, Enum outcome, string message)
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using SimulatedDisk disk = new();
        PlannedEngine engine = new(_ => Result() with
        {
            Cancelled = cancelled,
            Failure = failure is null ? null : new LoadFailure(0, Findings.ConnectionReset, failure),
        });

        RunEnd end = await new LoadJob(Asked(server), Host(disk, engine)).RunAsync(Token);

        Assert.Equal(((RunOutcome)outcome, message), (end.Outcome, end.Message));
    }

    private static RequestedLoad Asked(ScriptedServer server)
    {
        UsersForTime shape = new(10, TimeSpan.FromSeconds(1));
        LoadAddress address = LoadAddress.Parse(new Uri(server.Target.BaseAddress, "/orders").AbsoluteUri);
        LoadSettings settings = new(shape, path => new LoadRequest(path, shape), new LoadOptions(), [], null, []);
        return new RequestedLoad(address, settings, [], "syncopate load", 7);
    }

    private static LoadHost Host(SimulatedDisk disk, PlannedEngine engine) => new()
    {
        Machine = new Machine(".NET", "any", "any", 1, 1, null),
        CreateFolder = () => "folder",
        OpenJournal = folder => new JournalWriter(folder, disk.Append, disk),
        OpenEngine = (_, _) => Task.FromResult<ILoadEngine>(engine),
        Attach = (_, _) => throw new InvalidOperationException("Nothing is to be attached to."),
    };

    private static LoadResult Result() => LoadResults.Of(1000);

    private sealed class PlannedMonitor : ITargetMonitor, IAsyncDisposable
    {
        public int Process { get; private set; }

        public bool WasTaken { get; private set; }

        public bool IsDisposed { get; private set; }

        public PlannedMonitor Of(int process)
        {
            Process = process;
            return this;
        }

        public Task SettleAsync(CancellationToken cancellationToken = default) => Task.CompletedTask;

        public TargetUse? Take()
        {
            WasTaken = true;
            return null;
        }

        public ValueTask DisposeAsync()
        {
            IsDisposed = true;
            return ValueTask.CompletedTask;
        }
    }
}
