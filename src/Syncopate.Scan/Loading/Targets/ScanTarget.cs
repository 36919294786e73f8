using Syncopate.Texts;

namespace Syncopate.Scan.Loading.Targets;

/// <summary>What was asked for, and the projects that it stands for.</summary>
/// <param name="Path">The full path of the solution, project or folder.</param>
/// <param name="Root">The folder that places are relative to.</param>
/// <param name="Projects">Full paths of projects of C# that are there; empty for a folder of sources without a project.</param>
internal sealed record ScanTarget(string Path, string Root, IReadOnlyList<string> Projects)
{
    /// <summary>The solution; null for a project or folder without one.</summary>
    public string? Solution { get; init; }

    /// <summary>What was chosen or is missing, a sentence each.</summary>
    public IReadOnlyList<string> Notices { get; init; } = [];

    /// <summary>Looks what a path stands for.</summary>
    /// <exception cref="ScanFailedException">There is nothing to scan.</exception>
    public static ScanTarget Find(string path)
    {
        string full = System.IO.Path.TrimEndingDirectorySeparator(System.IO.Path.GetFullPath(path));
        if (Directory.Exists(full))
            return OfFolder(full);
        if (!File.Exists(full))
            throw new ScanFailedException($"Cannot scan '{path}': there is no such file or folder. Give a solution (.sln, .slnx, .slnf), a project (.csproj) or a folder.");
        if (SolutionFile.Endings.Contains(System.IO.Path.GetExtension(full), StringComparer.OrdinalIgnoreCase))
            return OfSolution(full, SolutionFile.Read(full));
        if (SolutionFile.IsCSharp(full))
            return new ScanTarget(full, FolderOf(full), [full]);
        throw new ScanFailedException($"Cannot scan '{path}': it is neither a solution (.sln, .slnx, .slnf) nor a project of C# (.csproj). Give one, or a folder.");
    }

    private static ScanTarget OfSolution(string path, SolutionFile solution)
    {
        List<string> missing = [.. solution.CSharpProjects.Where(project => !File.Exists(project))];
        List<string> projects = [.. solution.CSharpProjects.Except(missing)];
        if (projects.Count == 0)
        {
            string found = missing.Count > 0 ? $"'{missing[0]}', which is not there" : $"{Counted.Of(solution.Projects.Count, "project")}, none of C#";
            throw new ScanFailedException($"Cannot scan '{path}': it lists {found}. Give a solution, project or folder with C# in it.");
        }

        List<string> notices = [.. missing.Select(project => $"'{project}' is listed in {System.IO.Path.GetFileName(path)} and is not there.")];
        int others = solution.Projects.Count(project => !SolutionFile.IsCSharp(project));
        if (others > 0)
            notices.Add($"{Counted.Of(others, "project")} of other languages in {System.IO.Path.GetFileName(path)} not read.");
        return new ScanTarget(path, FolderOf(solution.Path), projects) { Solution = solution.Path, Notices = notices };
    }

    private static ScanTarget OfFolder(string folder)
    {
        List<string> files = [.. SourceFolders.Files(folder, ".sln", ".slnx", ".csproj")];
        List<string> projects = [.. files.Where(SolutionFile.IsCSharp)];
        List<SolutionFile> solutions = [.. files.Except(projects).Select(SolutionFile.Read).Where(solution => solution.CSharpProjects.Any(File.Exists))];
        if (solutions.Count > 0)
            return OfSeveral(folder, solutions, projects);
        if (projects.Count > 0)
            return new ScanTarget(folder, folder, projects);
        if (!SourceFolders.Files(folder, ".cs").Any())
        {
            string lack = files.Count == 0 ? "there is no solution, no project"
                : $"'{System.IO.Path.GetRelativePath(folder, files[0])}' lists no project of C# that is there";
            throw new ScanFailedException($"Cannot scan '{folder}': {lack} and no .cs file in it. Give a folder with C# in it.");
        }

        return new ScanTarget(folder, folder, []) { Notices = [$"'{folder}' has no project: all its .cs files were read as one."] };
    }

    private static ScanTarget OfSeveral(string folder, List<SolutionFile> solutions, List<string> projects)
    {
        string name = System.IO.Path.GetFileName(folder);
        SolutionFile chosen = solutions
            .OrderByDescending(solution => string.Equals(System.IO.Path.GetFileNameWithoutExtension(solution.Path), name, StringComparison.OrdinalIgnoreCase))
            .ThenByDescending(solution => solution.CSharpProjects.Count())
            .ThenBy(solution => solution.Path.Count(c => c == System.IO.Path.DirectorySeparatorChar))
            .ThenBy(solution => solution.Path, StringComparer.Ordinal)
            .First();
        // All of the folder was asked for: a solution only says where its properties point to.
        return new ScanTarget(folder, folder, projects) { Solution = chosen.Path };
    }

    private static string FolderOf(string path) => System.IO.Path.GetDirectoryName(path) ?? path;
}
