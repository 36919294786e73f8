using System.Text.Json;

namespace Syncopate.Running.Showing;

/// <summary>Marks the folder of a result while a process writes into it that is not drawn: by the first line of <c>live.jsonl</c>, so
/// that the page of <c>serve</c> neither removes the folder nor starts a load beside it. A process that is killed leaves the
/// mark; whoever reads it asks whether the process is still there.</summary>
/// <param name="measures">As <see cref="RunningProcess.Measures"/>.</param>
internal sealed class RunningMark(bool measures) : IDisposable
{
    private string? _path;

    /// <summary>Marks a folder until this is disposed. Where it cannot be written there is no mark: the journal, which comes next, says
    /// what is wrong with the folder.</summary>
    /// <returns>The folder.</returns>
    public string Mark(string folder)
    {
        string path = Path.Combine(folder, LiveFeed.FileName);
        try
        {
            // Never in place of the mark of a process that is there. One that was killed has left its own.
            if (RunningProcess.In(folder) is null)
                File.Delete(path);
            using FileStream file = new(
                path, FileMode.CreateNew, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete);
            _path = path;
            file.Write(Line());
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Said by the journal.
        }

        return folder;
    }

    /// <summary>Removes the mark; there may be none any more, and no folder.</summary>
    public void Dispose()
    {
        if (_path is null)
            return;
        try
        {
            File.Delete(_path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // What is left of it marks nothing when this process has ended.
        }
    }

    private byte[] Line()
    {
        using MemoryStream line = new();
        using (Utf8JsonWriter json = new(line))
        {
            json.WriteStartObject();
            new RunningProcess(measures, IsDrawn: false).Write(json);
            json.WriteEndObject();
        }

        line.Write("\n"u8);
        return line.ToArray();
    }
}
