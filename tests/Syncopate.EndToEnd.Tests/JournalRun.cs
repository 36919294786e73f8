using System.Diagnostics;
using System.Globalization;
using Syncopate.Journaling;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>One run of tests/JournalWriter as a process, and what it left behind.</summary>
/// <param name="ExitCode">137 after SIGKILL.</param>
/// <param name="Confirmed">Slots whose append had returned, as the writer said itself.</param>
/// <param name="Error">What it wrote to standard error.</param>
internal sealed record JournalRun(int ExitCode, IReadOnlyList<int> Confirmed, string Error)
{
    /// <summary>Starts a writer.</summary>
    /// <param name="arguments">Its folder, and as its usage says.</param>
    /// <param name="under">The program that starts it, with arguments; empty for none.</param>
    /// <param name="environment">Variables to add; null for none.</param>
    public static Process Start(IEnumerable<string> arguments, IEnumerable<string> under, IReadOnlyDictionary<string, string>? environment = null)
    {
        string[] command = [.. under, "dotnet", Built.Dll("JournalWriter"), .. arguments];
        ProcessStartInfo start = new(command[0], command[1..]) { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (var (name, value) in environment ?? new Dictionary<string, string>())
            start.Environment[name] = value;
        return Process.Start(start) ?? throw new InvalidOperationException("No process was started.");
    }

    /// <summary>Runs a writer to its end.</summary>
    public static async Task<JournalRun> CompleteAsync(string folder, int slots, IEnumerable<string> under)
    {
        using Process process = Start([folder, slots.ToString(CultureInfo.InvariantCulture)], under);
        return await EndAsync(process, []);
    }

    /// <summary>Waits for the end of a writer of which some confirmations have been read already.</summary>
    public static async Task<JournalRun> EndAsync(Process process, IEnumerable<int> confirmed)
    {
        Task<string> error = process.StandardError.ReadToEndAsync();
        string rest = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        IEnumerable<int> numbers = rest.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(n => int.Parse(n, CultureInfo.InvariantCulture));
        return new JournalRun(process.ExitCode, [.. confirmed, .. numbers], await error);
    }

    /// <summary>Reads the journal and checks what must hold whatever ended the run: all confirmed slots are there, at
    /// most one more, each as it was written, and no damage but at the very end.</summary>
    public JournalReading Check(string folder)
    {
        string path = Path.Combine(folder, "run.jsonl");
        if (!File.Exists(path) && Confirmed.Count == 0)
            return new JournalReading([], []);
        JournalReading reading = JournalReader.Read(path);
        Slot[] slots = reading.Records.OfType<Slot>().ToArray();

        Assert.Equal(Enumerable.Range(1, Confirmed.Count), Confirmed);
        Assert.InRange(slots.Length, Confirmed.Count, Confirmed.Count + 1);
        Assert.Equal(Enumerable.Range(1, slots.Length), slots.Select(s => s.Round));
        Assert.All(slots, s => Assert.Equal(s.Round * 97 % 300, s.Pool.Count));
        Assert.All(slots.SelectMany(s => s.Pool.Index()), p => Assert.Equal(p.Index, p.Item.AtNanoseconds));
        Assert.True(reading.Damage.Count == 0 || reading.Damage[0].Offset + reading.Damage[0].Length == new FileInfo(path).Length, $"{path} is damaged before its end.");
        return reading;
    }
}
