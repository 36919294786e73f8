namespace Syncopate.Analyzers.Sequences;

/// <summary>What a call does to the world, from least to worst.</summary>
internal enum EffectKind
{
    /// <summary>Computes.</summary>
    None,

    /// <summary>Reads.</summary>
    Read,

    /// <summary>Writes, publishes, locks: nothing may move across it.</summary>
    Write,

    /// <summary>Cannot be seen.</summary>
    Unknown,
}

/// <summary>What a call does, and with what.</summary>
/// <param name="Kind">The worst that it does.</param>
/// <param name="IsRemote">It waits for an answer from another machine, or may: worth overlapping.</param>
/// <param name="IsShared">It uses something that must not be used twice at once: a context, a connection, a stream.</param>
internal readonly record struct CallEffect(EffectKind Kind, bool IsRemote, bool IsShared)
{
    public static readonly CallEffect None = new(EffectKind.None, false, false);
    public static readonly CallEffect Write = new(EffectKind.Write, false, false);
    public static readonly CallEffect Unknown = new(EffectKind.Unknown, false, false);

    /// <summary>A read of something that many callers may use at once, on another machine.</summary>
    public static readonly CallEffect FreeRead = new(EffectKind.Read, true, false);

    /// <summary>A read of something that one caller may use at a time.</summary>
    public static readonly CallEffect SharedRead = new(EffectKind.Read, true, true);

    /// <summary>A read that is answered here.</summary>
    public static readonly CallEffect LocalRead = new(EffectKind.Read, false, false);

    /// <summary>Both, one after the other.</summary>
    public CallEffect And(CallEffect other) =>
        new(Kind > other.Kind ? Kind : other.Kind, IsRemote || other.IsRemote, IsShared || other.IsShared);

    /// <summary>It may run beside another one like it, and gains by that.</summary>
    public bool MayOverlap => Kind == EffectKind.Read && IsRemote && !IsShared;
}
