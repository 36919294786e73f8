namespace Syncopate.Scan;

/// <summary>What is scanned, and how it is read.</summary>
/// <param name="Target">A solution, a project or a folder, as the user named it.</param>
internal sealed record ScanOptions(string Target)
{
    /// <summary>True to let MSBuild read the projects, which runs their build logic; false reads sources and project files alone.</summary>
    public bool UseMsBuild { get; init; } = true;

    /// <summary>Of how many findings, those that most entries reach, the change that fixes each is worked out; 0 for none.
    /// Each binds the code around it.</summary>
    public int Changes { get; init; }

    /// <summary>True to scan projects of tests too.</summary>
    public bool IncludeTests { get; init; }

    /// <summary>How many files are looked at at once; the result does not depend on it.</summary>
    internal int Threads { get; init; } = Environment.ProcessorCount;
}
