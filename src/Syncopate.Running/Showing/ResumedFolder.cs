using Microsoft.Win32.SafeHandles;
using Syncopate.Journaling;

namespace Syncopate.Running.Showing;

/// <summary>The folder of an interrupted run, taken by this process alone until it is disposed.</summary>
internal sealed class ResumedFolder : IDisposable
{
    private readonly RunningMark _mark;

    private ResumedFolder(ResumableRun run, RunningMark mark) => (Run, _mark) = (run, mark);

    /// <summary>The run, as it was when nobody else wrote it any more.</summary>
    public ResumableRun Run { get; }

    /// <summary>Takes a folder: of several processes that want to go on with a run, one does.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="machine">This machine.</param>
    /// <param name="time">Time of a short wait for readers of the journal.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <exception cref="JournalException">It cannot go on, or a process still writes it.</exception>
    public static async Task<ResumedFolder> TakeAsync(
        string folder, Machine machine, TimeProvider time, CancellationToken cancellationToken = default)
    {
        CheckIsAtRest(folder);
        ResumableRun first = ResumableRun.Read(folder, machine);
        string path = Path.Combine(first.Folder, ResumableRun.Journal);
        RunningMark mark = new(measures: true);
        try
        {
            await MarkAsync(mark, path, time, cancellationToken).ConfigureAwait(false);
            // Orders that the run did not live to read are not for this sitting.
            File.Delete(Path.Combine(folder, LiveFeed.ControlName));
            return new ResumedFolder(ResumableRun.Read(folder, machine), mark);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            mark.Dispose();
            throw new JournalException($"The run of '{folder}' cannot go on: {e.Message.TrimEnd('.')}.", e);
        }
        catch (Exception e) when (e is JournalException or OperationCanceledException)
        {
            mark.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _mark.Dispose();

    /// <summary>Sees that no process writes a folder.</summary>
    /// <exception cref="JournalException">One does.</exception>
    public static void CheckIsAtRest(string folder)
    {
        if (RunningProcess.In(folder) is not null)
        {
            throw new JournalException(
                $"The run of '{folder}' cannot go on: a process still writes it. Wait for its end, or stop it first.");
        }
    }

    private static async Task MarkAsync(
        RunningMark mark, string path, TimeProvider time, CancellationToken cancellationToken)
    {
        using SafeFileHandle hold = await JournalHold.TakeAsync(path, time, cancellationToken).ConfigureAwait(false);
        string folder = Path.GetDirectoryName(Path.GetFullPath(path))!; // A file has one.
        CheckIsAtRest(folder);
        mark.Mark(folder);
    }
}
