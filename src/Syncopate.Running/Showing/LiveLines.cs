using System.Buffers;
using System.Text.Json;

namespace Syncopate.Running.Showing;

/// <summary>A file of lines of JSON, each written at once, so that a reader never meets half of one for long. Thread-safe.</summary>
internal sealed class LiveLines : IDisposable
{
    private static readonly JsonWriterOptions Options = new() { SkipValidation = true };

    private readonly long _most;
    private readonly FileStream _file; // Guarded, with the buffer, by _gate.
    private readonly ArrayBufferWriter<byte> _buffer = new(4096);
    private readonly Lock _gate = new();
    private bool _isClosed; // Guarded by _gate.

    /// <param name="path">The file; begun anew.</param>
    /// <param name="most">Bytes after which the requests of slots are not told any more: what stays small still is.</param>
    public LiveLines(string path, long most)
    {
        _most = most;
        _file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
    }

    /// <summary>Writes a line of these properties.</summary>
    public void Write(Action<Utf8JsonWriter> properties)
    {
        lock (_gate)
        {
            using (Utf8JsonWriter json = new(_buffer, Options))
            {
                json.WriteStartObject();
                properties(json);
                json.WriteEndObject();
            }

            Flush();
        }
    }

    /// <summary>Writes how a slot stands.</summary>
    public void Write(LiveSlot slot)
    {
        lock (_gate)
        {
            if (!_isClosed && _file.Position > _most)
                return;
            using (Utf8JsonWriter json = new(_buffer, Options))
                slot.Write(json);
            Flush();
        }
    }

    public void Dispose()
    {
        lock (_gate)
        {
            _isClosed = true;
            _file.Dispose();
        }
    }

    private void Flush()
    {
        _buffer.Write("\n"u8);
        try
        {
            if (!_isClosed)
                _file.Write(_buffer.WrittenSpan);
        }
        catch (IOException)
        {
            _isClosed = true; // A full disk: the journal says so, and it is what counts.
        }

        _buffer.ResetWrittenCount();
    }
}
