using Syncopate.Running.Showing;
using Xunit;

namespace Syncopate.Tests.Running;

[Trait("Judges", "behaviour")]
public sealed class LiveControlTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-control-");

    private string File => Path.Combine(_folder.FullName, "control.jsonl");

    [Fact]
    public void Orders_are_obeyed_line_by_line_and_what_is_no_order_is_passed_over()
    {
        using LiveControl control = new(File);
        control.Read();
        Assert.Equal((false, null, 0), (control.IsPaused, control.Users, control.Asked));

        System.IO.File.WriteAllText(File,
            "{\"pause\":true}\nnonsense\n[1]\n{\"users\":0}\n{\"users\":\"9\"}\n{\"users\":99999}\n{\"users\":12}\n{\"pau");
        control.Read();

        Assert.Equal((true, 12, 1, false), (control.IsPaused, control.Users, control.Asked, control.Stopped.IsCancellationRequested));
        System.IO.File.AppendAllText(File, "se\":false}\n{\"stop\":true}\n");
        control.Read();
        Assert.Equal((false, 12, true), (control.IsPaused, control.Users, control.Stopped.IsCancellationRequested));
    }

    [Fact]
    public async Task Who_waits_for_an_order_goes_on_when_it_comes()
    {
        using LiveControl control = new(File);
        await System.IO.File.WriteAllTextAsync(File, "{\"pause\":true}\n", TestContext.Current.CancellationToken);
        control.Read();
        Task waiting = control.AwaitAsync(c => !c.IsPaused, TestContext.Current.CancellationToken);
        Assert.False(waiting.IsCompleted);

        await System.IO.File.AppendAllTextAsync(File, "{\"users\":3}\n{\"pause\":false}\n", TestContext.Current.CancellationToken);
        control.Read();

        await waiting;
    }

    public void Dispose() => _folder.Delete(recursive: true);
}
