namespace Syncopate.Scan;

/// <summary>A region of a file. Lines and columns count from 1; the end column is the one behind the last character.</summary>
/// <param name="File">Relative to the root of the scan, with forward slashes.</param>
/// <param name="Line">Of the first character.</param>
/// <param name="Column">Of the first character.</param>
/// <param name="EndLine">Of the last character.</param>
/// <param name="EndColumn">One behind the last character.</param>
internal sealed record Place(string File, int Line, int Column, int EndLine, int EndColumn)
{
    /// <summary>As compilers print it: <c>Orders/Store.cs(12,9)</c>.</summary>
    public override string ToString() => $"{File}({Line},{Column})";
}
