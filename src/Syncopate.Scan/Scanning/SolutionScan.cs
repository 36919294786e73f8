using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers;
using Syncopate.Analyzers.Calls;
using Syncopate.Analyzers.Entries;
using Syncopate.Analyzers.Rules;
using Syncopate.Analyzers.Sequences;
using Syncopate.Scan.Baselines;
using Syncopate.Scan.Loading;

namespace Syncopate.Scan.Scanning;

/// <summary>
/// Applies the rules to a loaded solution: names first, for all files; then each file by itself; then what needs the whole, which are the ways from
/// entries down to what was found. The result does not depend on the order in which threads finish.
/// </summary>
internal sealed class SolutionScan
{
    private readonly LoadedSolution _solution;
    private readonly IReadOnlyList<ScannedFile> _files;
    private readonly SolutionCode _code;
    private readonly CallReach _reach;
    private readonly SourceEffects _effects;
    private readonly MappedHandlers _mapped;
    private readonly SourceIndex _index = new();
    private readonly Registrations _registrations = new();
    private readonly ConcurrentDictionary<ScannedFile, FileWords> _words = new();
    private readonly ParallelOptions _parallel;

    private SolutionScan(LoadedSolution solution, ScanOptions options, CancellationToken token)
    {
        _solution = solution;
        _files =
        [
            .. solution.Projects.Where(project => project.IsAsked && (options.IncludeTests || !project.IsTest)).SelectMany(FilesOf)
                .DistinctBy(file => file.Tree.FilePath, StringComparer.Ordinal),
        ];
        _code = new SolutionCode(solution);
        _reach = new CallReach(_code);
        _effects = new SourceEffects(_code);
        // Asked for when the words are read: to look at a tree makes an object of each of its nodes.
        _mapped = new MappedHandlers(_files.Where(file => _words[file].Maps).Select(file => file.Tree), _code);
        _parallel = new ParallelOptions { CancellationToken = token, MaxDegreeOfParallelism = options.Threads };
    }

    /// <summary>Scans the solution; wall and processor time are the caller's to fill in.</summary>
    public static (ScanResult Result, IReadOnlyList<Sighted> Sighted) Run(
        LoadedSolution solution, ScanOptions options, Action<string> progress, CancellationToken token) =>
        new SolutionScan(solution, options, token).Run(progress);

    private static IEnumerable<ScannedFile> FilesOf(LoadedProject project) =>
        project.Compilation.SyntaxTrees.Where(tree => !project.Generated.Contains(tree)).Select(tree => new ScannedFile(project, tree));

    private (ScanResult Result, IReadOnlyList<Sighted> Sighted) Run(Action<string> progress)
    {
        progress("reading names");
        Dictionary<LoadedProject, Func<string, bool>> words = ReadNames();
        ConcurrentBag<FileScan> scans = [];
        int done = 0;
        Parallel.ForEach(_files, _parallel, file =>
        {
            scans.Add(Scan(file, words[file.Project]));
            if (Interlocked.Increment(ref done) is var count && count % 50 == 0)
                progress($"looking at file {count} of {_files.Count}");
        });
        progress("following calls");
        FindingMaker maker = new(_solution.Root, new CallGraph(_code, _index, _registrations, _mapped.Of));
        List<FileScan> ordered = [.. scans.OrderBy(scan => scan.File.Tree.FilePath, StringComparer.Ordinal)];
        List<Sighted> sighted = [];
        foreach (FileScan scan in ordered)
        {
            _parallel.CancellationToken.ThrowIfCancellationRequested();
            Lazy<Suppressions> suppressions = new(() => new Suppressions(scan.File.Tree, _code.OwnModel(scan.File.Tree)));
            foreach (Sighting found in scan.Found.Concat(scan.Leaves.Select(leaf => maker.ChainOf(leaf, scan.File, _code)).OfType<Sighting>()))
                if (suppressions.Value.Apply(maker.Of(found, scan.File)) is { } finding)
                    sighted.Add(new Sighted(finding, found));
        }
        ScanResult result = new()
        {
            Target = _solution.Root,
            Root = _solution.Root,
            Findings = Fingerprints.Fill([.. sighted.Select(one => one.Finding)]),
            Entries = maker.Entries,
            Notices = _solution.Notices,
            Size = SizeOf(ordered),
        };
        return (result, [.. sighted.Zip(result.Findings, (one, finding) => one with { Finding = finding })]);
    }

    private Dictionary<LoadedProject, Func<string, bool>> ReadNames()
    {
        ConcurrentDictionary<string, bool> awaitable = new(StringComparer.Ordinal);
        ConcurrentDictionary<string, bool> declared = new(StringComparer.Ordinal);
        Parallel.ForEach(_solution.Projects.SelectMany(FilesOf), _parallel, file =>
        {
            SyntaxNode root = file.Tree.GetRoot(_parallel.CancellationToken);
            foreach (string name in AwaitableNames.InSource(root))
                awaitable.TryAdd(name, true);
            foreach (string name in SourceIndex.Declared(root))
                declared.TryAdd(name, true);
        });
        HashSet<string> names = [.. declared.Keys];
        AwaitableNames references = new();
        string[] own = [.. awaitable.Keys];
        Dictionary<LoadedProject, Func<string, bool>> words = _files.Select(file => file.Project).Distinct()
            .ToDictionary(project => project, project => references.Of(project.Compilation, own));
        Parallel.ForEach(_files, _parallel, file =>
        {
            List<(string, int)> uses = [];
            _words[file] = FileWords.Read(file.Tree, words[file.Project], names, (name, position) => uses.Add((name, position)));
            _index.Add(file.Tree, uses);
        });
        _index.Sort();
        foreach (ScannedFile file in _files.Where(file => _words[file].Registers))
            _registrations.Add(file.Tree.GetRoot(_parallel.CancellationToken), _code.OwnModel(file.Tree));
        return words;
    }

    private FileScan Scan(ScannedFile file, Func<string, bool> isWord)
    {
        FileWords held = _words[file];
        if (!held.IsOfInterest)
            return new FileScan(file, [], [], 0, 0);
        SemanticModel model = _code.OwnModel(file.Tree);
        FileContext context = new(model, _code, _reach, _mapped.Of);
        SyntaxNode root = file.Tree.GetRoot(_parallel.CancellationToken);
        List<Sighting> found = [.. FileRules.Run(root, context, isWord, Holds)];
        found.AddRange(SequentialAwaits.Find(root, model, _effects, Holds));
        return new FileScan(file, found, context.Leaves, context.Calls.Asked, context.Calls.Resolved);

        bool Holds(SyntaxNode node) => node is not (BaseMethodDeclarationSyntax or BasePropertyDeclarationSyntax or BaseFieldDeclarationSyntax) || held.Holds(node.Span);
    }

    private ScanSize SizeOf(IReadOnlyList<FileScan> scans) => new(
        _files.Select(file => file.Project).Distinct().Count(), _files.Count, _files.Sum(file => file.Tree.GetText().Lines.Count),
        scans.Sum(scan => scan.Asked), scans.Sum(scan => scan.Resolved), TimeSpan.Zero, TimeSpan.Zero);

    private sealed record FileScan(ScannedFile File, IReadOnlyList<Sighting> Found, IReadOnlyList<BlockingCall> Leaves, int Asked, int Resolved);
}

/// <summary>A finding with what the rule saw.</summary>
internal sealed record Sighted(Finding Finding, Sighting Sighting);

/// <summary>A file that is reported on.</summary>
internal sealed record ScannedFile(LoadedProject Project, SyntaxTree Tree);
