using System.Buffers.Binary;

namespace Syncopate.Watch.Stacks;

/// <summary>Each different stack once: a busy process raises thousands of events per second from a handful of stacks.</summary>
internal sealed class StackTable
{
    private readonly Dictionary<byte[], int> _ids;
    private readonly Dictionary<byte[], int>.AlternateLookup<ReadOnlySpan<byte>> _bySpan;
    private readonly List<byte[]> _stacks = [];

    public StackTable()
    {
        _ids = new Dictionary<byte[], int>(new SameBytes());
        _bySpan = _ids.GetAlternateLookup<ReadOnlySpan<byte>>();
        Intern([]);
    }

    /// <summary>The number of a stack, the same for equal ones; that of no stack at all is 0.</summary>
    /// <param name="addresses">Return addresses of 8 bytes, innermost first.</param>
    public int Intern(ReadOnlySpan<byte> addresses)
    {
        if (_bySpan.TryGetValue(addresses, out int known))
            return known;
        byte[] stack = addresses.ToArray();
        _ids.Add(stack, _stacks.Count);
        _stacks.Add(stack);
        return _stacks.Count - 1;
    }

    /// <summary>The same stack within the runtime's own code that enters a lock: until .NET 9 that is native, and on no stack.</summary>
    public int InternEnter(int stack)
    {
        byte[] within = new byte[sizeof(ulong) + _stacks[stack].Length];
        BinaryPrimitives.WriteUInt64LittleEndian(within, FrameReader.EnterAddress);
        _stacks[stack].CopyTo(within, sizeof(ulong));
        return Intern(within);
    }

    /// <summary>Return addresses of a stack, innermost first.</summary>
    public IEnumerable<ulong> Addresses(int stack)
    {
        byte[] bytes = _stacks[stack];
        for (int i = 0; i + sizeof(ulong) <= bytes.Length; i += sizeof(ulong))
            yield return BinaryPrimitives.ReadUInt64LittleEndian(bytes.AsSpan(i));
    }

    private sealed class SameBytes : IEqualityComparer<byte[]>, IAlternateEqualityComparer<ReadOnlySpan<byte>, byte[]>
    {
        public byte[] Create(ReadOnlySpan<byte> alternate) => alternate.ToArray();

        public bool Equals(byte[]? x, byte[]? y) => x.AsSpan().SequenceEqual(y);

        public bool Equals(ReadOnlySpan<byte> alternate, byte[] other) => alternate.SequenceEqual(other);

        public int GetHashCode(byte[] obj) => GetHashCode(obj.AsSpan());

        public int GetHashCode(ReadOnlySpan<byte> alternate)
        {
            HashCode code = default;
            code.AddBytes(alternate);
            return code.ToHashCode();
        }
    }
}
