using System.Diagnostics;

namespace Syncopate.Acceptance;

/// <summary>Processes that keep a core busy each, as other work on a machine would; they end with this object, or with
/// this program.</summary>
internal sealed class Burners : IDisposable
{
    public const string Argument = "burner";

    private readonly Process[] _processes;

    public Burners(int count)
    {
        ProcessStartInfo start = new("dotnet", [typeof(Burners).Assembly.Location, Argument]) { RedirectStandardInput = true, RedirectStandardOutput = true };
        _processes = [.. Enumerable.Range(0, count).Select(_ => Process.Start(start)!)]; // No shell is involved.
        foreach (Process process in _processes)
            process.StandardOutput.ReadLine(); // It burns.
    }

    /// <summary>Processor time that all of them have used so far.</summary>
    public TimeSpan Used
    {
        get
        {
            TimeSpan used = TimeSpan.Zero;
            foreach (Process process in _processes)
            {
                process.Refresh();
                used += process.TotalProcessorTime;
            }

            return used;
        }
    }

    /// <summary>What a burner does: nothing, as fast as it can, until its input ends. It writes a line when it has begun.</summary>
    public static void Burn()
    {
        new Thread(BurnOn) { IsBackground = true }.Start();
        // Not ReadToEndAsync: the console's reader blocks in its asynchronous methods, too, and burners that called it first never burned.
        Console.In.ReadToEnd();
    }

    private static void BurnOn()
    {
        Thread.SpinWait(10_000_000);
        Console.WriteLine("burning");
        while (true)
            Thread.SpinWait(10_000);
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
