namespace Syncopate.Watch.Stacks;

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

    /// <summary>IL offset of the instruction at an address; null when it cannot be told.</summary>
    public int? ILOffset(ulong address)
    {
        int offset = (int)(address - Start);
        int best = -1;
        for (int i = 0; i < _native.Length; i++)
            if (_il[i] >= 0 && _native[i] <= offset && (best < 0 || _native[i] >= _native[best])) // Negative ones: no IL, prolog, epilog.
                best = i;
        return best < 0 ? null : _il[best];
    }
}
