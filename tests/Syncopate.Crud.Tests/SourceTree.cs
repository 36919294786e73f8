namespace Syncopate.Crud.Tests;

/// <summary>The repository in which these tests were built, found from their own folder by the solution file above it.</summary>
internal static class SourceTree
{
    public static string Root { get; } = Find();

    private static string Find()
    {
        for (string? folder = AppContext.BaseDirectory; folder is not null; folder = Path.GetDirectoryName(folder))
            if (File.Exists(Path.Combine(folder, "Syncopate.slnx")))
                return folder;

        throw new InvalidOperationException($"No Syncopate.slnx above {AppContext.BaseDirectory}.");
    }
}
