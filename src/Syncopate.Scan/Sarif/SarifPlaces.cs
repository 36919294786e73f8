namespace Syncopate.Scan.Sarif;

/// <summary>Places of a scan as those of SARIF: relative addresses below the root of the scan.</summary>
/// <param name="root">The full path of the folder that places are relative to.</param>
internal sealed class SarifPlaces(string root)
{
    /// <summary>What addresses are relative to.</summary>
    public const string Root = "SRCROOT";

    /// <summary>The root as an absolute address; it ends with a slash, as SARIF asks (3.14.14).</summary>
    public SarifArtifactLocation RootAddress => new(Address(Path.GetFullPath(root)).TrimEnd('/') + "/");

    public SarifLocation Location(Place place, SarifText? message = null) =>
        new() { PhysicalLocation = new(File(place.File), Region(place)), Message = message };

    /// <summary>A file above the root has no relative address in SARIF, so its full one is given.</summary>
    public SarifArtifactLocation File(string file) =>
        Path.IsPathRooted(file) || file.Split('/').Contains("..")
            ? new(Address(Path.GetFullPath(Path.Combine(root, file))))
            : new(Escaped(file), Root);

    public static SarifRegion Region(Place place, SarifText? snippet = null) =>
        new(place.Line, place.Column, place.EndLine, place.EndColumn, snippet);

    // By hand, as the class Uri takes a '#' or '%' in the name of a file for its own.
    private static string Address(string path)
    {
        string slashed = path.Replace('\\', '/');
        return slashed.StartsWith("//", StringComparison.Ordinal) ? "file:" + Escaped(slashed) : "file://"
            + Escaped(slashed.StartsWith('/') ? slashed : "/" + slashed);
    }

    private static string Escaped(string path) => string.Join('/', path.Split('/').Select(Segment));

    // The colon of a drive stays: "file:///C:/".
    private static string Segment(string segment) =>
        segment is [var drive, ':'] && char.IsAsciiLetter(drive) ? segment : Uri.EscapeDataString(segment);
}
