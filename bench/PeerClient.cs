using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;

namespace Syncopate.Bench;

/// <summary>Another tool, started anew for each slot.</summary>
internal sealed class PeerClient(string program, Func<int, int, string[]> arguments, Regex rate)
{
    /// <summary>Those that are on this machine.</summary>
    public static IEnumerable<LoadClient> Present()
    {
        PeerClient[] peers =
        [
            new PeerClient("wrk", (users, seconds) => ["-t1", $"-c{users}", $"-d{seconds}s"], new Regex(@"Requests/sec:\s+([\d.]+)")),
            new PeerClient("ab", (users, seconds) => ["-k", "-q", "-c", $"{users}", "-t", $"{seconds}", "-n", "100000000"], new Regex(@"Requests per second:\s+([\d.]+)")),
            new PeerClient("hey", (users, seconds) => ["-z", $"{seconds}s", "-c", $"{users}"], new Regex(@"Requests/sec:\s+([\d.]+)")),
            new PeerClient("autocannon", (users, seconds) => ["-j", "-n", "-c", $"{users}", "-d", $"{seconds}"], new Regex(@"""requests"":\{""average"":([\d.]+)")),
        ];
        return peers.Where(peer => peer.IsPresent).Select(peer => peer.ToClient());
    }

    private bool IsPresent => BenchProcess.Find(program) is not null;

    private LoadClient ToClient() => new(program, DriveAsync);

    private async Task<LoadSlot> DriveAsync(Uri server, int users, int seconds)
    {
        double cpu = BenchProcess.EndedChildrenCpuMicroseconds();
        using Process process = BenchProcess.Start(BenchProcess.ClientCore, program, [.. arguments(users, seconds), server.ToString()]);
        process.StandardInput.Close();
        string output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        Match match = rate.Match(output);
        if (!match.Success)
            throw new InvalidOperationException($"{program} did not say its rate: {output}");
        double perSecond = double.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture);
        if (perSecond == 0)
            throw new InvalidOperationException($"{program} had no answer within {seconds} s; give it longer slots.");
        return new LoadSlot(perSecond, (BenchProcess.EndedChildrenCpuMicroseconds() - cpu) / (perSecond * seconds));
    }
}
