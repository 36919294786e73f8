namespace Syncopate.Running.Showing;

/// <summary>Tells two watchers of a run, one after the other.</summary>
internal sealed class BothProgress(IProgress<RunProgress> first, IProgress<RunProgress> second) : IProgress<RunProgress>
{
    public void Report(RunProgress value)
    {
        first.Report(value);
        second.Report(value);
    }
}
