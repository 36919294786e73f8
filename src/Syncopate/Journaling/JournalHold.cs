using Microsoft.Win32.SafeHandles;

namespace Syncopate.Journaling;

/// <summary>Keeps a journal from every process that writes it, for a moment: of two that want to go on with a run, one does.</summary>
internal static class JournalHold
{
    // Who only reads a journal is done with it by then; who writes one has it open for as long as the run lasts.
    private const int Tries = 40;
    private static readonly TimeSpan Between = TimeSpan.FromMilliseconds(50);

    /// <summary>Takes hold of a journal that no process writes.</summary>
    /// <param name="path">The journal, which is there.</param>
    /// <param name="time">Time of the waits.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>The hold, until it is disposed.</returns>
    /// <exception cref="JournalException">Another process has it open, or it may not be written to.</exception>
    public static async Task<SafeFileHandle> TakeAsync(
        string path, TimeProvider time, CancellationToken cancellationToken = default)
    {
        for (int tries = 1; ; tries++)
        {
            try
            {
                return File.OpenHandle(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
            }
            catch (IOException) when (tries < Tries)
            {
                // Somebody has it open.
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                throw new JournalException(
                    $"{path} cannot be continued: {e.Message.TrimEnd('.')}. If a run still writes it, wait for its end, or stop it.", e);
            }

            await Task.Delay(Between, time, cancellationToken).ConfigureAwait(false);
        }
    }
}
