using System.Runtime.InteropServices;

namespace Syncopate.Watch.Stacks;

/// <summary>Which method lies at an address, from the list of all methods that a runtime sends at the end of a session.</summary>
internal sealed class MethodMap
{
    private readonly List<CodeRange> _ranges = [];
    private readonly Dictionary<ulong, string> _modules = [];
    private (ulong MethodId, int[] IL, int[] Native)? _early;
    private bool _isSorted;

    /// <summary>True when the list has not come.</summary>
    public bool IsEmpty => _ranges.Count == 0;

    /// <summary>Takes MethodLoadVerbose, or MethodDCEndVerbose, which has the same fields.</summary>
    public void AddMethod(ReadOnlySpan<byte> payload)
    {
        SpanReader reader = new(payload);
        CodeRange range = new()
        {
            MethodId = reader.UInt64(),
            ModuleId = reader.UInt64(),
            Start = reader.UInt64(),
            Length = (uint)reader.Int32(),
            Token = reader.Int32(),
            Type = Flags(ref reader),
            Method = reader.Text(),
        };
        _ranges.Add(range);
        _isSorted = false;
        if (_early is { } map && map.MethodId == range.MethodId)
            range.Map(map.IL, map.Native);
        _early = null;
    }

    /// <summary>Takes MethodILToNativeMap, which stands beside the method that it belongs to: before or after it, as
    /// versions of the runtime differ. Several compiled versions of a method have the same identifier.</summary>
    public void AddMap(ReadOnlySpan<byte> payload)
    {
        SpanReader reader = new(payload);
        ulong method = reader.UInt64();
        reader.Take(8 + 1); // the version of its IL, and its extent
        int count = (ushort)reader.Int16();
        int[] il = MemoryMarshal.Cast<byte, int>(reader.Take(count * sizeof(int))).ToArray();
        int[] native = MemoryMarshal.Cast<byte, int>(reader.Take(count * sizeof(int))).ToArray();
        if (_ranges is [.., var last] && last.MethodId == method && !last.HasMap)
            last.Map(il, native);
        else
            _early = (method, il, native);
    }

    /// <summary>Takes ModuleDCEnd, or ModuleLoad.</summary>
    public void AddModule(ReadOnlySpan<byte> payload)
    {
        SpanReader reader = new(payload);
        ulong module = reader.UInt64();
        reader.Take(8 + 4 + 4); // its assembly, flags, nothing
        _modules[module] = reader.Text();
    }

    /// <summary>The compiled method at an address; null when none is known.</summary>
    public CodeRange? Find(ulong address)
    {
        if (!_isSorted)
            _ranges.Sort((one, other) => one.Start.CompareTo(other.Start));
        _isSorted = true;
        int low = 0;
        int high = _ranges.Count - 1;
        while (low <= high)
        {
            int middle = (low + high) / 2;
            CodeRange range = _ranges[middle];
            if (address < range.Start)
                high = middle - 1;
            else if (address >= range.Start + range.Length)
                low = middle + 1;
            else
                return range;
        }

        return null;
    }

    /// <summary>Paths of all modules.</summary>
    public IReadOnlyCollection<string> Modules => _modules.Values;

    /// <summary>Path of a module's file; empty when it has none or none is known.</summary>
    public string Module(ulong module) => _modules.GetValueOrDefault(module, "");

    // Method flags stand between the token and the name of the type.
    private static string Flags(ref SpanReader reader)
    {
        reader.Int32();
        return reader.Text();
    }
}

/// <summary>One compiled version of a method: where its code lies, and which IL each part of it came from.</summary>
internal sealed class CodeRange
{
    private int[] _il = [];
    private int[] _native = [];

    public required ulong MethodId { get; init; }

    public required ulong ModuleId { get; init; }

    public required ulong Start { get; init; }

    public required uint Length { get; init; }

    /// <summary>Of the metadata; 0 for code made while the program runs.</summary>
    public required int Token { get; init; }

    /// <summary>Namespace, outer types and type as the runtime writes them: "Shop.Orders+&lt;PayAsync&gt;d__4".</summary>
    public required string Type { get; init; }

    public required string Method { get; init; }

    public bool HasMap => _native.Length > 0;

    /// <summary>Tells which IL offset each native offset came from; one entry of either for each part.</summary>
    public void Map(int[] il, int[] native) => (_il, _native) = (il, native);

    /// <summary>IL offset of the instruction at an address; null when it cannot be determined.</summary>
    public int? ILOffset(ulong address)
    {
        int offset = (int)(address - Start);
        int best = -1;
        for (int i = 0; i < _native.Length; i++)
        {
            if (_il[i] >= 0 && _native[i] <= offset && (best < 0 || _native[i] >= _native[best])) // Negative ones: no IL, prolog, epilog.
                best = i;
        }

        return best < 0 ? null : _il[best];
    }
}
