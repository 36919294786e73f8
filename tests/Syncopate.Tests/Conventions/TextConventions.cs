using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>What no committed file may hold, whatever its language, and what every reader must be able to take in.</summary>
public sealed partial class TextConventions
{
    private const int ReadmeLines = 120;
    private const int ScreenOfFolders = 130;

    private static readonly string[] Binaries = [".png", ".ico", ".woff2"];

    private static readonly Exemption[] Exemptions =
    [
        new("tests/Syncopate.Tests/Conventions/TextConventions.cs", "plants what it looks for"),
    ];

    [Fact]
    public void No_file_names_a_path_of_one_machine() => Assert.Empty(FindInRepository(MachinePath()));

    [Theory]
    [InlineData("run /home/jane/syncopate/test")]
    [InlineData("see /root/notes.md")]
    [InlineData("\"C:\\\\Users\\\\jane\"")]
    [InlineData("/work/jane/x")]
    [InlineData("/Users/jane/x")]
    public void A_path_of_one_machine_is_reported(string line) => Assert.Matches(MachinePath(), line);

    [Theory]
    [InlineData("#!/usr/bin/env bash")]
    [InlineData("/proc/self/stat")]
    [InlineData("GET /home")]
    [InlineData("docs/work/x")]
    public void A_path_that_every_machine_has_is_not_reported(string line) => Assert.DoesNotMatch(MachinePath(), line);

    [Fact]
    public void No_file_names_a_package_host() => Assert.Empty(FindInRepository(PackageHost()));

    [Theory]
    [InlineData("\"resolved\": \"https://registry.example.org/x.tgz\"")]
    [InlineData("https://api.nuget.example/v3/index.json")]
    [InlineData("http://mirror:8080/debian")]
    public void A_package_host_is_reported(string line) => Assert.Matches(PackageHost(), line);

    [Fact]
    public void No_file_chooses_a_package_source() =>
        Assert.DoesNotContain(
            Repository.Paths, path => Path.GetFileName(path).ToLowerInvariant() is "nuget.config" or ".npmrc" or "pip.conf");

    [Fact]
    public void Todos_in_scripts_and_pages_name_their_issue() =>
        Assert.Empty(
            FindInRepository(
                BareTodo(), path => !path.EndsWith(".cs", StringComparison.Ordinal) && !path.EndsWith(".md", StringComparison.Ordinal)));

    [Fact]
    public void The_readme_is_short() =>
        Assert.All(Repository.Paths.Where(path => path == "README.md"), path => Assert.InRange(LinesOf(path).Length, 1, ReadmeLines));

    [Fact]
    public void The_readme_links_every_page_that_a_reader_starts_with()
    {
        string chapter = StartChapter().Match(Repository.Read("docs/Syncopate.Docs/SitePlan.cs")).Groups[1].Value;
        string[] pages = [.. PageName().Matches(chapter).Select(page => page.Groups[1].Value).Where(page => page != "README.md")];
        string[] linked = [.. Link().Matches(Repository.Read("README.md")).Select(link => link.Groups[1].Value)];

        Assert.Contains("docs/packages.md", pages);
        Assert.Empty(pages.Except(linked));
    }

    [Fact]
    public void Every_link_between_documents_leads_somewhere()
    {
        IEnumerable<string> broken =
            from path in Repository.Paths
            where path.EndsWith(".md", StringComparison.Ordinal)
            from Match link in Link().Matches(Repository.Read(path))
            let target = Path.Combine(Repository.Root, Path.GetDirectoryName(path) ?? "", link.Groups[1].Value)
            where !Path.Exists(target)
            select $"{path}: {link.Value}";

        Assert.Empty(broken);
    }

    [Fact]
    public void The_folders_fit_one_screen()
    {
        // Those of the tests mirror them, and those of the sample site are given by its framework.
        List<string?> folders = Repository.Paths.Where(path =>
            path.StartsWith("src/", StringComparison.Ordinal)).Select(path => Path.GetDirectoryName(path)).Distinct().ToList();

        Assert.InRange(folders.Count, 1, ScreenOfFolders);
    }

    [GeneratedRegex(@"(?<![\w.~}/-])/(home|Users)/\w+/|(?<![\w.~}/-])/(root|work)/|\b[A-Z]:\\+Users")]
    private static partial Regex MachinePath();

    [GeneratedRegex(@"https?://[^/\s""]*\b(registry|nuget|npmjs|npm|pypi|proxy|mirror|artifactory|feeds?|packages)\b", RegexOptions.IgnoreCase)]
    private static partial Regex PackageHost();

    [GeneratedRegex(@"\b(TODO|FIXME|XXX)\b(?! #\d)")]
    private static partial Regex BareTodo();

    /// <summary>A Markdown link to a file; its path is group 1, without the heading that may follow it.</summary>
    [GeneratedRegex(@"\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)")]
    private static partial Regex Link();

    /// <summary>The first chapter of the site, in its plan; its documents are group 1.</summary>
    [GeneratedRegex(@"\(""Start"", \[([^\]]*)\]\)")]
    private static partial Regex StartChapter();

    [GeneratedRegex(@"""([^""]+\.md)""")]
    private static partial Regex PageName();

    private static IEnumerable<string> FindInRepository(Regex pattern, Func<string, bool>? which = null) =>
        from path in Repository.Paths
        where !Binaries.Contains(Path.GetExtension(path)) && which?.Invoke(path) != false
        where !Exemptions.Any(exempt => exempt.Path == path)
        from line in LinesOf(path).Index()
        where pattern.IsMatch(line.Item)
        select $"{path}:{line.Index + 1}: {line.Item.Trim()}";

    private static string[] LinesOf(string path) => Repository.Read(path).TrimEnd('\n').Split('\n');
}
