namespace Syncopate.Running.Servers;

/// <summary>What a server wrote, kept in a file as long as the disk takes it: the log is a convenience, and a disk that
/// is full for it must be met by the journal, which can say what is lost. Not thread-safe.</summary>
internal sealed class ServerLog : IDisposable
{
    private StreamWriter? _file;

    /// <param name="path">The file; replaced when it exists.</param>
    public ServerLog(string path)
    {
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path) ?? "");
            _file = new StreamWriter(path) { AutoFlush = true };
        }
        catch (IOException)
        {
            _file = null;
        }
    }

    public void Write(string line)
    {
        try
        {
            _file?.WriteLine(line);
        }
        catch (IOException)
        {
            Dispose();
        }
    }

    public void Dispose()
    {
        StreamWriter? file = _file;
        _file = null;
        try
        {
            file?.Dispose();
        }
        catch (IOException)
        {
            // Its last line did not fit either.
        }
    }
}
