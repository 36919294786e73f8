namespace Syncopate.Units;

/// <summary>Mebibytes of 1,048,576 bytes, in which allocations are written.</summary>
internal static class Mebibytes
{
    private const double InBytes = 1_024 * 1_024;

    /// <summary>So many bytes in mebibytes; null of null.</summary>
    public static double? Of(double? bytes) => bytes / InBytes;
}
