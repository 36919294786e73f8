using System.Buffers;
using System.Globalization;
using System.Text;

namespace Syncopate.Live.Following;

/// <summary>The lines of a run as the events of one page. What requests did long ago is left out, and each turn of which
/// something is says so: its lane would else show a part of the requests as if it were all of them.</summary>
/// <param name="events">Where they go.</param>
/// <param name="run">The run, as the ids of its events name it.</param>
/// <param name="fresh">The place in the file before which requests are left out.</param>
internal sealed class EventLines(IBufferWriter<byte> events, string run, long fresh)
{
    private bool _isSaid; // That requests of this turn are left out.

    /// <summary>Writes those that are whole.</summary>
    /// <param name="bytes">A part of the file, from the beginning of a line on.</param>
    /// <param name="offset">Its place in the file.</param>
    /// <returns>How many bytes the lines were.</returns>
    public int Write(ReadOnlySpan<byte> bytes, long offset)
    {
        int from = 0;
        for (int end; (end = bytes[from..].IndexOf((byte)'\n')) >= 0; from += end + 1)
            Write(bytes.Slice(from, end), offset + from, offset + from + end + 1);
        return from;
    }

    private void Write(ReadOnlySpan<byte> line, long offset, long next)
    {
        if (line.StartsWith("{\"k\":\"slot\""u8))
            _isSaid = false;
        if (offset >= fresh || !line.StartsWith("{\"k\":\"f\""u8))
        {
            Write(line, "\n\n"u8, next);
            return;
        }

        // Of the first one its turn and its moment stay; its figures would be taken for those of later moments, too.
        int moment = line.IndexOf(",\"t\":"u8) + 1;
        int end = line[moment..].IndexOf((byte)',');
        if (_isSaid || moment == 0 || end < 0)
            return;
        _isSaid = true;
        Write(line[..(moment + end)], ",\"gaps\":true,\"e\":[]}\n\n"u8, next);
    }

    private void Write(ReadOnlySpan<byte> line, ReadOnlySpan<byte> end, long next)
    {
        Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"id: {run}@{next}\ndata: "), events);
        events.Write(line);
        events.Write(end);
    }
}
