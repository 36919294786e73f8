using System.Net.Sockets;
using System.Text;

namespace Syncopate.Tests.Load;

/// <summary>One connection of a <see cref="ScriptedServer"/>.</summary>
internal sealed class ScriptedConnection(Socket socket, int number)
{
    private readonly byte[] _buffer = new byte[64 * 1024];
    private int _filled;

    /// <summary>From 0, in the order in which connections were accepted.</summary>
    public int Number => number;

    /// <summary>The head of the next request, or null when the client has closed the connection.</summary>
    public async Task<string?> ReadRequestAsync()
    {
        while (true)
        {
            int end = _buffer.AsSpan(0, _filled).IndexOf("\r\n\r\n"u8);
            if (end >= 0)
            {
                string request = Encoding.ASCII.GetString(_buffer, 0, end);
                _filled -= end + 4;
                _buffer.AsSpan(end + 4, _filled).CopyTo(_buffer);
                return request;
            }

            int received = await socket.ReceiveAsync(_buffer.AsMemory(_filled));
            if (received == 0)
                return null;
            _filled += received;
        }
    }

    /// <summary>The next so many bytes, as Latin-1; fewer when the client has closed the connection.</summary>
    public async Task<string> ReadBodyAsync(int count)
    {
        byte[] body = new byte[count];
        int filled = Math.Min(_filled, count);
        _buffer.AsSpan(0, filled).CopyTo(body);
        _filled -= filled;
        _buffer.AsSpan(filled, _filled).CopyTo(_buffer);
        while (filled < count && await socket.ReceiveAsync(body.AsMemory(filled)) is > 0 and int received)
            filled += received;
        return Encoding.Latin1.GetString(body, 0, filled);
    }

    public Task SendAsync(string text) => SendAsync(Encoding.Latin1.GetBytes(text));

    public async Task SendAsync(ReadOnlyMemory<byte> bytes) => await socket.SendAsync(bytes);

    /// <summary>No further answers, in good order.</summary>
    public void Close() => socket.Dispose();

    public void Reset() => socket.Close(0);
}
