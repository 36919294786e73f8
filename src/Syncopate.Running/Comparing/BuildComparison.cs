using Syncopate.Running.Servers;

namespace Syncopate.Running.Comparing;

/// <summary>Compares two or three builds of one app, each in processes of its own on a free port.</summary>
/// <param name="Wanted">What A, B and C are built of, and how.</param>
/// <param name="Folder">The folder that the tool is called in.</param>
/// <param name="Comparison">The load and the rules; its targets are replaced.</param>
internal sealed record BuildComparison(IReadOnlyList<ComparedBuild> Wanted, string Folder, UrlComparison Comparison)
{
    private static readonly Form[] Forms = [Form.A, Form.B, Form.C];

    /// <summary>Builds one after the other, compares, and removes the builds. The budget begins when the last one is built.</summary>
    /// <exception cref="TargetFailedException">A build, or a target, fails; or two of them are the same.</exception>
    /// <exception cref="OperationCanceledException">The user stopped it.</exception>
    public async Task RunAsync(RunContext run, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(run);
        InstalledRuntimes? runtimes = Wanted.Any(w => w.Runtime is not null)
            ? await InstalledRuntimes.ReadAsync(AppBuild.Host, Folder, cancellationToken).ConfigureAwait(false)
            : null;
        for (int i = 0; i < Wanted.Count; i++)
        {
            if (Wanted[i].Runtime is { } runtime)
                runtimes?.Require(Forms[i], runtime);
        }

        List<AppBuild> builds = new();
        try
        {
            List<BuiltTarget> targets = new();
            for (int i = 0; i < Wanted.Count; i++)
            {
                int same = Enumerable.Range(0, i).FirstOrDefault(j => Wanted[j].IsCompiledAs(Wanted[i]), -1);
                AppBuild build = same >= 0
                    ? targets[same].Build
                    : await BuildAsync(run, i, builds, cancellationToken).ConfigureAwait(false);
                targets.Add(new BuiltTarget(Forms[i], Wanted[i], Label(i), build, runtimes));
            }

            BuildCheck check = new(targets);
            check.RefuseWhatIsNoComparison();
            run.Report(new RunProgress(UrlComparison.Id, check.Sentence(), 0, Comparison.Budget, Finished: false));
            UrlComparison comparison = Comparison with
            {
                Targets = [.. targets.Select(t => t.Compared)],
                Doubts = [.. check.Doubts()],
            };
            await comparison.RunAsync(run, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            foreach (AppBuild build in builds)
                await build.DisposeAsync().ConfigureAwait(false);
        }
    }

    /// <summary>What distinguishes it from the others: its source, or what is done with the one source of all.</summary>
    private string Label(int index) => Wanted.Any(w => w.Source != Wanted[0].Source) || Wanted.All(w => w.Differences.Length == 0)
        ? Wanted[index].Label
        : Wanted[index].Differences is { Length: > 0 } differences ? differences : "as it is";

    private async Task<AppBuild> BuildAsync(RunContext run, int index, List<AppBuild> builds, CancellationToken cancellationToken)
    {
        string stage = $"building {Forms[index]} ({Wanted[index].Label})";
        run.Report(new RunProgress(UrlComparison.Id, stage, 0, Comparison.Budget, Finished: false));
        AppBuild build = await AppBuild.MakeAsync(Forms[index], Wanted[index], Folder, cancellationToken).ConfigureAwait(false);
        builds.Add(build);
        return build;
    }
}
