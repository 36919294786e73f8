using System.Diagnostics;
using System.Globalization;
using Syncopate.Reporting;
using Syncopate.Reporting.Runs;
using Syncopate.Running.Servers;

namespace Syncopate.Acceptance;

/// <summary>The real tool as a process, as a user starts it.</summary>
internal static class CompareTool
{
    // artifacts/bin/<project>/<configuration>/ holds every project's output.
    /// <summary>The tool's program.</summary>
    public static readonly string Dll = Path.GetFullPath(
        Path.Combine(AppContext.BaseDirectory, "../../Syncopate.Cli", Path.GetFileName(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory)), "Syncopate.Cli.dll"));

    /// <summary>Compares two servers of these many steps, each in a process of its own that the tool starts.</summary>
    /// <returns>The printed document, read by the product's own reader.</returns>
    /// <exception cref="InvalidOperationException">The tool failed; the message is what it said.</exception>
    public static async Task<ReportDocument> CompareAsync((long A, long B) iterations, int budgetSeconds, int seed, string folder)
    {
        (int a, int b) = (FreePort.Find(), FreePort.Find());
        string printed = await RunAsync(
            "compare", $"http://127.0.0.1:{a}/", $"http://127.0.0.1:{b}/",
            "--launch-a", Launch(a, Text($"{iterations.A}")), "--launch-b", Launch(b, Text($"{iterations.B}")),
            // One user: on two cores the server and the generator have one each, and nothing queues. The floor of 0.1
            // ms is a tenth of an answer here.
            "--users", "1", "--floor", "0ms",
            "--budget", Text($"{budgetSeconds}s"), "--seed", Text($"{seed}"), "--out", folder, "--json");
        return ReportJson.Read(System.Text.Encoding.UTF8.GetBytes(printed));
    }

    /// <summary>Compares two servers of this work under a load of users, as a user would who knows nothing of them.</summary>
    /// <inheritdoc cref="CompareAsync"/>
    public static async Task<ReportDocument> DecideAsync((string A, string B) work, int users, int budgetSeconds, int seed, string folder)
    {
        (int a, int b) = (FreePort.Find(), FreePort.Find());
        string printed = await RunAsync(
            "compare", $"http://127.0.0.1:{a}/", $"http://127.0.0.1:{b}/", "--launch-a", Launch(a, work.A), "--launch-b", Launch(b, work.B),
            "--users", Text($"{users}"), "--budget", Text($"{budgetSeconds}s"), "--seed", Text($"{seed}"), "--out", folder, "--json");
        return ReportJson.Read(System.Text.Encoding.UTF8.GetBytes(printed));
    }

    /// <summary>Makes the report of a copied journal again, and says whether every file has the same bytes.</summary>
    public static async Task<bool> IsIdenticalAsync(string folder)
    {
        DirectoryInfo again = Directory.CreateTempSubdirectory("syncopate-again-");
        try
        {
            File.Copy(Path.Combine(folder, "run.jsonl"), Path.Combine(again.FullName, "run.jsonl"));
            await RunAsync("report", again.FullName);
            if (!Made(again.FullName).SequenceEqual(Made(folder), StringComparer.Ordinal))
                return false;
            foreach (string name in Made(folder))
            {
                byte[] first = await File.ReadAllBytesAsync(Path.Combine(folder, name));
                byte[] second = await File.ReadAllBytesAsync(Path.Combine(again.FullName, name));
                if (!first.AsSpan().SequenceEqual(second))
                    return false;
            }
            return true;
        }
        finally
        {
            again.Delete(recursive: true);
        }
    }

    private static IEnumerable<string> Made(string folder) => Directory.EnumerateFiles(folder, "report.*")
        .Concat(Directory.EnumerateFiles(folder, "*.hlog")).Select(f => Path.GetFileName(f)).Order(StringComparer.Ordinal);

    private static async Task<string> RunAsync(params string[] arguments)
    {
        using Process tool = Process.Start(new ProcessStartInfo("dotnet", [Dll, .. arguments]) { RedirectStandardOutput = true, RedirectStandardError = true })!; // No shell is involved.
        Task<string> output = tool.StandardOutput.ReadToEndAsync();
        Task<string> error = tool.StandardError.ReadToEndAsync();
        await tool.WaitForExitAsync();
        return tool.ExitCode == 0 ? await output : throw new InvalidOperationException(Text($"{arguments[0]} ended with {tool.ExitCode}: {(await error).Trim()}"));
    }

    private static string Launch(int port, string work) => Text($"dotnet \"{typeof(CompareTool).Assembly.Location}\" {KnownCostServer.Argument} {port} {work}");

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
