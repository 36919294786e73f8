namespace Syncopate.Tests.Conventions;

/// <summary>A file or folder (by the start of its path) that may break a convention, and why.</summary>
internal sealed record Exemption(string Path, string Reason)
{
    public bool Covers(Finding finding) => finding.Path.StartsWith(Path, StringComparison.Ordinal);
}
