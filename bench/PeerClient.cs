using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;

namespace Syncopate.Bench;

/// <summary>Another tool, started anew for each slot.</summary>
/// <param name="program">On the path.</param>
/// <param name="arguments">For so many users and seconds; the page comes last.</param>
/// <param name="rate">Finds requests per second in what it prints.</param>
/// <param name="mean">Finds the mean latency, and its unit if there are several.</param>
/// <param name="unit">The unit of the mean latency, if there is one.</param>
internal sealed class PeerClient(string program, Func<int, int, string[]> arguments, Regex rate, Regex mean, string unit)
{
    /// <summary>Those that are on this machine.</summary>
    public static IEnumerable<LoadClient> Present()
    {
        PeerClient[] peers =
        [
            new("wrk", (users, seconds) => ["-t1", $"-c{users}", $"-d{seconds}s"], new Regex(@"Requests/sec:\s+([\d.]+)"), new Regex(@"Latency\s+([\d.]+)(us|ms|s)"), ""),
            new("ab", (users, seconds) => ["-k", "-q", "-c", $"{users}", "-t", $"{seconds}", "-n", "100000000"], new Regex(@"Requests per second:\s+([\d.]+)"), new Regex(@"Time per request:\s+([\d.]+) \[ms\] \(mean\)"), "ms"),
            new("hey", (users, seconds) => ["-z", $"{seconds}s", "-c", $"{users}"], new Regex(@"Requests/sec:\s+([\d.]+)"), new Regex(@"Average:\s+([\d.]+) secs"), "s"),
            new("autocannon", (users, seconds) => ["-j", "-n", "-c", $"{users}", "-d", $"{seconds}"], new Regex(@"""requests"":\{""average"":([\d.]+)"), new Regex(@"""latency"":\{""average"":([\d.]+)"), "ms"),
        ];
        return peers.Where(peer => peer.IsPresent).Select(peer => peer.ToClient());
    }

    private bool IsPresent => BenchProcess.Find(program) is not null;

    private LoadClient ToClient() => new(program, DriveAsync);

    private async Task<LoadSlot> DriveAsync(Uri page, int users, int seconds)
    {
        double cpu = BenchProcess.EndedChildrenCpuMicroseconds();
        using Process process = BenchProcess.Start(BenchProcess.ClientCore, program, [.. arguments(users, seconds), page.ToString()]);
        process.StandardInput.Close();
        string output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        double perSecond = Number(rate, output, out _);
        if (perSecond == 0)
            throw new InvalidOperationException($"{program} had no answer within {seconds} s; give it longer slots.");
        double latency = Number(mean, output, out string said);
        double milliseconds = latency * (said is "" ? unit : said) switch { "us" => 0.001, "ms" => 1, _ => 1000 };
        return new LoadSlot(perSecond, (BenchProcess.EndedChildrenCpuMicroseconds() - cpu) / (perSecond * seconds), milliseconds);
    }

    private double Number(Regex figure, string output, out string said)
    {
        Match match = figure.Match(output);
        said = match.Groups[2].Value;
        return match.Success
            ? double.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture)
            : throw new InvalidOperationException($"{program} did not say {figure}: {output}");
    }
}
