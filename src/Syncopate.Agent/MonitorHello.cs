using System.Text;

namespace Syncopate.Agent;

/// <summary>The first bytes on a monitor's connection: the token that it was given, which process it is, and what it runs.</summary>
internal static class MonitorHello
{
    /// <summary>Bytes of every hello, before its texts.</summary>
    public const int Length = MonitorAddress.TokenLength + sizeof(int) + sizeof(ushort);

    /// <summary>The bytes of a hello.</summary>
    /// <param name="token">What the process was given.</param>
    /// <param name="processId">Its number.</param>
    /// <param name="runtime">What its runtime calls itself, such as ".NET 10.0.12".</param>
    /// <param name="program">Path of its entry assembly; empty where it has none, as in a single file.</param>
    public static byte[] Write(string token, int processId, string runtime, string program)
    {
        byte[] texts = Encoding.UTF8.GetBytes(runtime + '\n' + program);
        // A path longer than any system takes is no path.
        if (texts.Length > ushort.MaxValue)
            texts = Encoding.UTF8.GetBytes(runtime + '\n');
        return
        [
            .. Encoding.ASCII.GetBytes(token),
            (byte)processId, (byte)(processId >> 8), (byte)(processId >> 16), (byte)(processId >> 24),
            (byte)texts.Length, (byte)(texts.Length >> 8),
            .. texts,
        ];
    }

    /// <summary>Reads what <see cref="Write"/> wrote; whether the token is a known one is for the caller to see.</summary>
    /// <returns>The token, the process, and how many bytes of texts follow.</returns>
    public static (string Token, int ProcessId, int TextLength) Read(byte[] hello)
    {
        int at = MonitorAddress.TokenLength;
        return (
            Encoding.ASCII.GetString(hello, 0, at),
            hello[at] | hello[at + 1] << 8 | hello[at + 2] << 16 | hello[at + 3] << 24,
            hello[at + 4] | hello[at + 5] << 8);
    }

    /// <summary>Reads the texts that follow: the runtime, and the path of the program.</summary>
    public static (string Runtime, string Program) ReadTexts(byte[] texts)
    {
        string[] parts = Encoding.UTF8.GetString(texts).Split(['\n'], 2);
        return (parts[0], parts.Length > 1 ? parts[1] : "");
    }
}
