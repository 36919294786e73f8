using Syncopate.Docs;

if (args is not [var root, var output])
{
    Console.Error.WriteLine("error: The site needs the folder of the repository and the one to write. Example: ./docs-site");
    return 2;
}

try
{
    int pages = SiteWriter.Write(Path.GetFullPath(root), Path.GetFullPath(output));
    Console.WriteLine($"{pages} pages: {Path.Combine(Path.GetFullPath(output), "index.html")}");
    return 0;
}
catch (Exception e) when (e is IOException or UnauthorizedAccessException)
{
    Console.Error.WriteLine($"error: Cannot make the site of '{root}' in '{output}': {e.Message}");
    return 4;
}
