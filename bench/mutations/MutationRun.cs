using System.Diagnostics;

namespace Syncopate.Mutations;

/// <summary>Draws faults, plants one at a time, and tells which of them no test saw.</summary>
internal sealed class MutationRun(MutationOptions options)
{
    private const string Room = "src/Syncopate";
    private const string BuiltTests = "artifacts/bin/Syncopate.Tests/release";
    private const string OwnFolder = "artifacts/mutations";

    // A copy, so that somebody may go on building.
    private const string TestFolder = OwnFolder + "/tests";

    // Guards the faults to come, the counts and the output: workers share them.
    private readonly Lock _lock = new();
    private int _seen;
    private int _missed;
    private int _same;

    public async Task<int> RunAsync()
    {
        Directory.CreateDirectory(TestFolder);
        foreach (string file in Directory.EnumerateFiles(BuiltTests))
            File.Copy(file, Path.Combine(TestFolder, Path.GetFileName(file)), overwrite: true);
        MutantCompiler compiler = new(Directory.GetCurrentDirectory(), Room, await GenerateAsync(), "artifacts/obj/Syncopate/release");
        IReadOnlyDictionary<string, double> usual = await UsualAsync(compiler);
        Dictionary<string, double> chosen = usual.Where(test => test.Value <= options.MostMilliseconds).ToDictionary();
        Mutant[] drawn = [.. compiler.Mutants(options.Folders)];
        new Random(options.Seed).Shuffle(drawn);
        Console.WriteLine(
            $"{drawn.Length} places, seed {options.Seed}; {chosen.Count} of {usual.Count} tests, {chosen.Values.Sum() / 1000:0.0} s");

        using IEnumerator<(Mutant, byte[])> faulty = Faulty(compiler, drawn).Take(options.Count).GetEnumerator();
        await Task.WhenAll(Enumerable.Range(0, options.Workers).Select(worker => WorkAsync(worker, compiler, faulty, chosen)));
        Console.WriteLine($"{_seen} of {_seen + _missed} faults seen; {_same} others were left out, as they compile to the same program");
        return 0;
    }

    private async Task WorkAsync(
        int worker, MutantCompiler compiler, IEnumerator<(Mutant, byte[])> faulty, IReadOnlyDictionary<string, double> tests)
    {
        string file = $"{OwnFolder}/{worker}.dll";
        using TestProcess process = new(TestFolder, options.Tests);
        while (Next(faulty) is var (mutant, room))
        {
            await File.WriteAllBytesAsync(file, room);
            Tell(compiler, mutant, await process.AskAsync(new TestQuestion(file, InOrder(tests, mutant.Subject))));
        }
    }

    // One after another, so that the same seed draws the same faults whoever is first to ask.
    private (Mutant, byte[])? Next(IEnumerator<(Mutant, byte[])> faulty)
    {
        lock (_lock)
            return faulty.MoveNext() ? faulty.Current : null;
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

    private void Tell(MutantCompiler compiler, Mutant mutant, TestAnswer answer)
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
    private static Dictionary<string, double> InOrder(IReadOnlyDictionary<string, double> tests, string subject) => tests
        .OrderBy(test => !test.Key.StartsWith($"{subject}Tests.", StringComparison.Ordinal))
        .ThenBy(test => test.Value)
        .ToDictionary();

    /// <summary>The tests that pass without a fault, and the time that each takes.</summary>
    private async Task<IReadOnlyDictionary<string, double>> UsualAsync(MutantCompiler compiler)
    {
        string file = $"{OwnFolder}/unchanged.dll";
        await File.WriteAllBytesAsync(file, compiler.Unchanged);
        using TestProcess process = new(TestFolder, options.Tests);
        TestAnswer answer = await process.AskAsync(new TestQuestion(file, new Dictionary<string, double>()));
        return answer.Milliseconds;
    }

    /// <summary>The folder of what generators make of the room.</summary>
    private static async Task<string> GenerateAsync()
    {
        string folder = Path.GetFullPath($"{OwnFolder}/generated");
        string[] arguments =
        [
            "build", Room, "-c", "Release", "-t:Rebuild", "-v:q", "-nologo", "-p:RunAnalyzers=false", "-p:BuildProjectReferences=false",
            "-p:EmitCompilerGeneratedFiles=true", $"-p:CompilerGeneratedFilesOutputPath={folder}",
        ];
        using Process build = Process.Start("dotnet", arguments);
        await build.WaitForExitAsync();
        return build.ExitCode == 0
            ? folder
            : throw new InvalidOperationException($"{Room} does not build: dotnet {string.Join(' ', arguments)}");
    }
}
