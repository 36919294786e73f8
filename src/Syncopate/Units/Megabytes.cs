namespace Syncopate.Units;

/// <summary>Megabytes of a million bytes, in which people read memory.</summary>
internal static class Megabytes
{
    private const double InBytes = 1e6;

    /// <summary>So many bytes in megabytes.</summary>
    public static double Of(double bytes) => bytes / InBytes;

    /// <summary>So many megabytes in bytes.</summary>
    public static double ToBytes(double megabytes) => megabytes * InBytes;
}
