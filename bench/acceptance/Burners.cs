using System.Diagnostics;

namespace Syncopate.Acceptance;

/// <summary>Processes that keep a core busy each, as other work on a machine would; they end with this object, or with this program.</summary>
internal sealed class Burners : IDisposable
{
    public const string Argument = "burner";

    private readonly Process[] _processes;

    public Burners(int count)
    {
        _processes = [.. Enumerable.Range(0, count).Select(_ => Process.Start(new ProcessStartInfo("dotnet", [typeof(Burners).Assembly.Location, Argument]) { RedirectStandardInput = true })!)]; // No shell is involved.
    }

    /// <summary>What a burner does: nothing, as fast as it can, until its input ends.</summary>
    public static async Task BurnAsync()
    {
        Task end = Console.In.ReadToEndAsync();
        var burning = new Thread(() => { while (!end.IsCompleted) Thread.SpinWait(10_000); });
        burning.Start();
        await end;
        burning.Join();
    }

    public void Dispose()
    {
        foreach (Process process in _processes)
        {
            process.StandardInput.Close();
            process.WaitForExit();
            process.Dispose();
        }
    }
}
