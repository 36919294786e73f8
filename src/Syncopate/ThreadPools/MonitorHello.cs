using System.Buffers.Binary;
using System.Text;

namespace Syncopate.ThreadPools;

/// <summary>The first bytes on a monitor's connection: the token that it was given, and which process it is.</summary>
internal static class MonitorHello
{
    /// <summary>Bytes of every hello.</summary>
    public const int Length = MonitorAddress.TokenLength + sizeof(int);

    /// <summary>The bytes of a hello.</summary>
    public static byte[] Write(string token, int processId)
    {
        byte[] hello = new byte[Length];
        Encoding.ASCII.GetBytes(token, hello);
        BinaryPrimitives.WriteInt32LittleEndian(hello.AsSpan(MonitorAddress.TokenLength), processId);
        return hello;
    }

    /// <summary>Reads what <see cref="Write"/> wrote; whether the token is a known one is for the caller to see.</summary>
    public static (string Token, int ProcessId) Read(ReadOnlySpan<byte> hello) => (
        Encoding.ASCII.GetString(hello[..MonitorAddress.TokenLength]),
        BinaryPrimitives.ReadInt32LittleEndian(hello[MonitorAddress.TokenLength..]));
}
