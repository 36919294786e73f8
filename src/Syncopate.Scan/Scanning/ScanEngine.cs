using System.Diagnostics;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis.CSharp;
using Syncopate.Scan.Fixing;
using Syncopate.Scan.Loading;
using Syncopate.Scan.Loading.Sdks;

namespace Syncopate.Scan.Scanning;

/// <summary>Reads a solution and applies the rules.</summary>
internal static class ScanEngine
{
    /// <summary>Scans what the options name.</summary>
    /// <param name="options">What, and how it is read.</param>
    /// <param name="progress">Gets a few words at each step, such as <c>reading 12 of 40 projects</c>; from any thread.</param>
    /// <param name="token">Ends the scan.</param>
    /// <exception cref="ScanFailedException">There is nothing that can be scanned.</exception>
    public static Task<ScanResult> RunAsync(ScanOptions options, Action<string> progress, CancellationToken token)
    {
        RoslynOfSdk.Use().Demand(options.Target);
        return FindAsync(options, progress, token);
    }

    /// <summary>Scans, and fixes what can be fixed safely of what is chosen. Nothing is written.</summary>
    /// <param name="options">What, and how it is read.</param>
    /// <param name="chosen">True for the findings to fix; suppressed ones are never asked about.</param>
    /// <param name="progress">As for a scan.</param>
    /// <param name="token">Ends it.</param>
    /// <exception cref="ScanFailedException">There is nothing that can be scanned.</exception>
    public static Task<ScanFix> FixAsync(
        ScanOptions options, Func<Finding, bool> chosen, Action<string> progress, CancellationToken token)
    {
        RoslynOfSdk.Use().Demand(options.Target);
        return MendAsync(options, chosen, progress, token);
    }

    // What names types of the compiler must not be entered, nor become part of its caller, before the runtime can find them.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static async Task<ScanResult> FindAsync(ScanOptions options, Action<string> progress, CancellationToken token) =>
        (await ScanAsync(options, progress, token).ConfigureAwait(false)).Result;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static async Task<ScanFix> MendAsync(
        ScanOptions options, Func<Finding, bool> chosen, Action<string> progress, CancellationToken token)
    {
        (ScanResult result, IReadOnlyList<Sighted> sighted, LoadedSolution solution) = await ScanAsync(options, progress, token).ConfigureAwait(false);
        Sighted[] asked = [.. sighted.Where(one => one.Finding.Suppressed is null && chosen(one.Finding))];
        progress($"changing code for {asked.Length} findings");
        SolutionFix fix = SolutionFix.Of(solution, [.. asked.Select(one => one.Sighting)], token);
        return new ScanFix(fix, solution.Root, [.. asked.Zip(fix.Answers, (one, answer) => new FixOutcome(one.Finding, answer.Title, answer.Refusal))], result.Notices);
    }

    private static async Task<(ScanResult Result, IReadOnlyList<Sighted> Sighted, LoadedSolution Solution)> ScanAsync(
        ScanOptions options, Action<string> progress, CancellationToken token)
    {
        long began = Stopwatch.GetTimestamp();
        string target = Path.GetFullPath(options.Target);
        LoadOptions load = new() { UseMsBuild = options.UseMsBuild, WithTests = options.IncludeTests };
        LoadedSolution solution = await SolutionLoader.LoadAsync(target, load, progress, token).ConfigureAwait(false);
        (ScanResult result, IReadOnlyList<Sighted> sighted) = SolutionScan.Run(solution, options, progress, token);
        if (options.Changes > 0)
            result = result with { Findings = WithChanges(solution, sighted, options.Changes, progress, token) };
        using Process own = Process.GetCurrentProcess();
        ScanSize size = result.Size with { Elapsed = Stopwatch.GetElapsedTime(began), CpuTime = own.TotalProcessorTime };
        return (result with { Target = target, Size = size }, sighted, solution);
    }

    // Each change by itself, as its finding shows it; all of them together are what --fix makes.
    private static List<Finding> WithChanges(
        LoadedSolution solution, IReadOnlyList<Sighted> sighted, int most, Action<string> progress, CancellationToken token)
    {
        CSharpCompilation[] compilations = [.. solution.Projects.Select(project => project.Compilation)];
        IEnumerable<Sighted> first = sighted.Where(one => one.Finding.Suppressed is null)
            .OrderByDescending(one => one.Finding.Entries.Count).Take(most);
        HashSet<Sighted> chosen = new(first, ReferenceEqualityComparer.Instance);
        List<Finding> findings = [];
        int worked = 0;
        foreach (Sighted one in sighted)
        {
            token.ThrowIfCancellationRequested();
            if (chosen.Contains(one))
                progress($"working out change {++worked} of {chosen.Count}");
            FindingFix? fix = chosen.Contains(one) ? SolutionFix.Single(compilations, solution.Root, one.Sighting, token) : null;
            findings.Add(one.Finding with { Fix = fix, IsChangeLeft = !chosen.Contains(one) && one.Finding.Suppressed is null });
        }
        return findings;
    }
}
