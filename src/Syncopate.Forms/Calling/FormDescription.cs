namespace Syncopate.Calling;

/// <summary>A form as its author wrote it, for everything that is said of it.</summary>
/// <param name="Form">Which form it is.</param>
/// <param name="Label">What a reader calls it.</param>
/// <param name="Code">Its source, as the compiler handed it over, on one line.</param>
/// <param name="File">Source file.</param>
/// <param name="Line">Line of the call that added it, from 1; 0 where it was given by name.</param>
internal sealed record FormDescription(Form Form, string Label, string Code, string File, int Line)
{
    private const int MostCode = 80;

    /// <summary>Whether it gives a task: all but the plain synchronous ones do.</summary>
    public required bool GivesTask { get; init; }

    /// <summary>Its place, such as "Program.cs:12"; without a line where none is known.</summary>
    public string Place => Line == 0 ? Path.GetFileName(File) : FormattableString.Invariant($"{Path.GetFileName(File)}:{Line}");

    /// <summary>Its place and its code, such as "Program.cs:12, () => customers.Find(7)".</summary>
    public override string ToString() => $"{Place}, {(Code.Length <= MostCode ? Code : Code[..MostCode] + "...")}";
}
