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
    private bool _isClosed; // Guarded, like the next one, by _gate.
    private bool _isFull;

    /// <param name="path">The file; begun anew.</param>
    /// <param name="most">Bytes after which the requests of slots are not written any more, and a line says so once: what stays small
    /// still is.</param>
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
            if (_isFull)
                return;
            _isFull = !_isClosed && _file.Position > _most;
            using (Utf8JsonWriter json = new(_buffer, Options))
            {
                if (_isFull)
                    WriteFull(json);
                else
                    slot.Write(json);
            }

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

    private static void WriteFull(Utf8JsonWriter json)
    {
        json.WriteStartObject();
        json.WriteString("k", "full");
        json.WriteEndObject();
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
