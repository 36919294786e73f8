using System.Diagnostics;
using System.Xml.Linq;

namespace Syncopate.Mutations;

/// <summary>Draws faults, plants one at a time, and says which of them no test saw.</summary>
internal sealed class MutationRun(MutationOptions options)
{
    private const string BuiltTests = "artifacts/bin/Syncopate.Tests/release";
    private const string OwnFolder = "artifacts/mutations";

    // A copy, so that somebody may go on building.
    private const string TestFolder = OwnFolder + "/tests";

    private readonly long _started = Stopwatch.GetTimestamp();

    // Guards the faults to come, the counts and the output: workers share them.
    private readonly Lock _lock = new();
    private int _seen;
    private int _missed;
    private int _same;
    private bool _isCutShort;

    private string Name => Path.GetFileName(options.Room);

    public async Task<int> RunAsync()
    {
        if (options.IsIsolated && !await OwnNetwork.IsThereAsync())
        {
            await Console.Error.WriteLineAsync(
                "error: cannot isolate faults: `unshare --map-root-user --net` (util-linux) with `ip link set lo up` (iproute2) "
                + "fails here. A fault in code that connects could reach other machines. Install both, or allow user namespaces.");
            return 1;
        }

        CopyTests();
        string[] used = [.. UsedProjects(options.Room).Select(project => Path.Combine(TestFolder, $"{project}.dll"))];
        MutantCompiler compiler =
            new(Directory.GetCurrentDirectory(), options.Room, used, await GenerateAsync(), $"artifacts/obj/{Name}/release");
        TestAnswer usual = await UsualAsync(compiler);
        Dictionary<string, TestTime> chosen = usual.Times
            .Where(test => test.Value.Processor <= options.MostMilliseconds)
            .Where(test => test.Value.Elapsed <= options.LongestMilliseconds)
            .ToDictionary();
        if (chosen.Count == 0)
        {
            await Console.Error.WriteLineAsync($"error: no test of {string.Join(", ", options.Tests)} passes here within its time.");
            return 1;
        }

        IReadOnlyList<Mutant> drawn = MutantDraw.Of(compiler.Mutants(options.Folders), compiler.Lines, options.Seed);
        Describe(drawn.Count, usual, chosen);
        using IEnumerator<(Mutant, byte[])> faulty = Faulty(compiler, drawn).Take(options.Count).GetEnumerator();
        await Task.WhenAll(
            Enumerable.Range(0, options.Workers).Select(worker => WorkAsync(worker, compiler, faulty, chosen)));
        await SumUpAsync(drawn.Count);
        return 0;
    }

    private void Describe(int places, TestAnswer usual, Dictionary<string, TestTime> chosen)
    {
        double seconds = chosen.Values.Sum(time => time.Elapsed) / 1000;
        Console.WriteLine(FormattableString.Invariant(
            $"{places} places, seed {options.Seed}; {chosen.Count} of {usual.Times.Count + usual.Unfit.Count} tests, {seconds:0.0} s"));
        foreach (string test in usual.Unfit)
            Console.WriteLine($"left out, as it fails without a fault: {test}");
        foreach (string test in usual.Times.Keys.Except(chosen.Keys))
            Console.WriteLine($"left out, as it takes too long: {test}");
    }

    private async Task SumUpAsync(int places)
    {
        int all = _seen + _missed;
        Console.WriteLine($"{_seen} of {all} faults seen; {_same} others were left out, as they compile to the same program");
        if (_isCutShort)
        {
            Console.WriteLine(FormattableString.Invariant(
                $"cut short after {options.Minutes} minutes: {all} of {options.Count} were planted"));
        }

        if (options.Score is { } file)
            await File.WriteAllTextAsync(file, FormattableString.Invariant($"{_seen} {all} {places}\n"));
    }

    private async Task WorkAsync(
        int worker, MutantCompiler compiler, IEnumerator<(Mutant, byte[])> faulty,
        IReadOnlyDictionary<string, TestTime> tests)
    {
        string file = $"{OwnFolder}/{worker}.dll";
        using TestProcess process = new(TestFolder, options);
        while (Next(faulty) is var (mutant, room))
        {
            await File.WriteAllBytesAsync(file, room);
            Report(compiler, mutant, await process.AskAsync(new TestQuestion(file, InOrder(tests, mutant.Subject))));
        }
    }

    // One after another, so that the same seed draws the same faults whoever is first to ask.
    private (Mutant, byte[])? Next(IEnumerator<(Mutant, byte[])> faulty)
    {
        lock (_lock)
        {
            if (!faulty.MoveNext())
                return null;
            _isCutShort |= Stopwatch.GetElapsedTime(_started).TotalMinutes > options.Minutes;
            return _isCutShort ? null : faulty.Current;
        }
    }

    private IEnumerable<(Mutant Fault, byte[] Room)> Faulty(MutantCompiler compiler, IEnumerable<Mutant> drawn)
    {
        foreach (Mutant mutant in drawn)
        {
            byte[]? room = compiler.Compile(mutant);
            if (room is [])
                _same++;
            else if (room is not null)
                yield return (mutant, room);
        }
    }

    private void Report(MutantCompiler compiler, Mutant mutant, TestAnswer answer)
    {
        var (was, becomes) = compiler.Lines(mutant);
        lock (_lock)
        {
            bool isSeen = answer.Fault is not null;
            (_seen, _missed) = isSeen ? (_seen + 1, _missed) : (_seen, _missed + 1);
            Console.WriteLine($"{(isSeen ? "seen" : "MISSED")} {mutant.Path}:{mutant.Line}\n  - {was}\n  + {becomes}");
            if (answer.Fault is { } fault)
                Console.WriteLine($"  by {answer.Test}: {Shortened(fault)}");
        }
    }

    private static string Shortened(string text) => text.Length <= 100 ? text : text[..100];

    /// <summary>Those of the class that the code is the subject of first, then the quickest.</summary>
    private static Dictionary<string, TestTime> InOrder(
        IReadOnlyDictionary<string, TestTime> tests, string subject) => tests
        .OrderBy(test => !test.Key.StartsWith($"{subject}Tests.", StringComparison.Ordinal))
        .ThenBy(test => test.Value.Elapsed)
        .ToDictionary();

    /// <summary>The tests that pass without a fault, and the time that each takes.</summary>
    private async Task<TestAnswer> UsualAsync(MutantCompiler compiler)
    {
        string file = $"{OwnFolder}/unchanged.dll";
        await File.WriteAllBytesAsync(file, compiler.Unchanged);
        using TestProcess process = new(TestFolder, options);
        return await process.AskAsync(new TestQuestion(file, new Dictionary<string, TestTime>()));
    }

    private static void CopyTests()
    {
        Directory.CreateDirectory(TestFolder);
        foreach (string file in Directory.EnumerateFiles(BuiltTests))
            File.Copy(file, Path.Combine(TestFolder, Path.GetFileName(file)), overwrite: true);
    }

    /// <summary>The projects that a room names itself.</summary>
    private static IEnumerable<string> UsedProjects(string room) =>
        XDocument.Load(Path.Combine(room, $"{Path.GetFileName(room)}.csproj")).Descendants("ProjectReference")
            .Select(reference => Path.GetFileNameWithoutExtension((string?)reference.Attribute("Include") ?? ""));

    /// <summary>The folder of what generators make of the room.</summary>
    private async Task<string> GenerateAsync()
    {
        string folder = Path.GetFullPath($"{OwnFolder}/generated/{Name}");
        if (Directory.Exists(folder))
            Directory.Delete(folder, recursive: true); // What was generated of code that is gone would be compiled with the rest.
        Directory.CreateDirectory(folder);
        string[] arguments =
        [
            "build", options.Room, "-c", "Release", "-t:Rebuild", "-v:q", "-nologo", "-nodeReuse:false", "-p:RunAnalyzers=false",
            "-p:BuildProjectReferences=false", "-p:EmitCompilerGeneratedFiles=true", $"-p:CompilerGeneratedFilesOutputPath={folder}",
        ];
        using Process build = Process.Start("dotnet", arguments);
        await build.WaitForExitAsync();
        return build.ExitCode == 0
            ? folder
            : throw new InvalidOperationException($"{options.Room} does not build: dotnet {string.Join(' ', arguments)}");
    }
}
