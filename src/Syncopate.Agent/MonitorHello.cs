using System.Text;

namespace Syncopate.Agent;

/// <summary>The first bytes on a monitor's connection: the token that it was given, and which process it is.</summary>
internal static class MonitorHello
{
    /// <summary>Bytes of every hello.</summary>
    public const int Length = MonitorAddress.TokenLength + sizeof(int);

    /// <summary>The bytes of a hello.</summary>
    public static byte[] Write(string token, int processId) =>
        [.. Encoding.ASCII.GetBytes(token), (byte)processId, (byte)(processId >> 8), (byte)(processId >> 16), (byte)(processId >> 24)];

    /// <summary>Reads what <see cref="Write"/> wrote; whether the token is a known one is for the caller to see.</summary>
    public static (string Token, int ProcessId) Read(byte[] hello) => (
        Encoding.ASCII.GetString(hello, 0, MonitorAddress.TokenLength),
        hello[Length - 4] | hello[Length - 3] << 8 | hello[Length - 2] << 16 | hello[Length - 1] << 24);
}
