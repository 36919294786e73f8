using Syncopate.Running.Servers;

namespace Syncopate.Running.Comparing;

/// <summary>Compares two or three builds of one app, each in processes of its own on a free port.</summary>
/// <param name="Sources">For each of A, B and C: a folder with a project, or a git revision.</param>
/// <param name="Paths">For each of them the path that is requested.</param>
/// <param name="Folder">The folder that the tool is called in.</param>
/// <param name="Comparison">The load and the rules; its targets are replaced.</param>
public sealed record BuildComparison(IReadOnlyList<string> Sources, IReadOnlyList<string> Paths, string Folder, UrlComparison Comparison)
{
    private static readonly Form[] Forms = [Form.A, Form.B, Form.C];

    /// <summary>Builds one after the other, compares, and removes the builds. The budget begins when the last one is built.</summary>
    /// <exception cref="TargetFailedException">A build, or a target, fails.</exception>
    /// <exception cref="OperationCanceledException">The user stopped it.</exception>
    public async Task RunAsync(RunContext run, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(run);
        List<AppBuild> builds = new();
        try
        {
            for (int i = 0; i < Sources.Count; i++)
            {
                run.Report(new RunProgress(UrlComparison.Id, $"building {Forms[i]}, {Sources[i]}", 0, Comparison.Budget, Finished: false));
                builds.Add(await AppBuild.MakeAsync(Forms[i], Sources[i], Folder, cancellationToken).ConfigureAwait(false));
            }

            ComparedTarget[] targets = [.. builds.Select((b, i) => Target(i, b.Server!))]; // MakeAsync sets it
            await (Comparison with { Targets = targets }).RunAsync(run, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            foreach (AppBuild build in builds)
                await build.DisposeAsync().ConfigureAwait(false);
        }
    }

    private ComparedTarget Target(int index, ServerCommand server) =>
        new(Forms[index], $"{Forms[index]} {Sources[index]}", $"{Sources[index]}, {Paths[index]}", Paths[index], server);
}
