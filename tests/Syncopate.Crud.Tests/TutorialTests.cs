using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Crud.Tests.Generation;
using Syncopate.EndToEnd.Tests;
using Xunit;

namespace Syncopate.Crud.Tests;

/// <summary>Compiles every C# block of docs/crud.md against the library as it is, with the generator at work and warnings as errors.</summary>
public sealed class TutorialTests
{
    // What a block of statements may name without saying where it comes from.
    private const string Known = "CrudService<BlogContext> crud, PostForm form, IServiceCollection services, WebApplication app, ActionRunner runner, string connection, CancellationToken token";

    [Fact]
    public async Task Every_block_of_the_tutorial_compiles_without_a_warning()
    {
        var blocks = CodeBlock.In("docs/crud.md", await File.ReadAllLinesAsync(Path.Combine(Root(), "docs", "crud.md"), TestContext.Current.CancellationToken))
            .Where(block => block.Language == "csharp").ToList();

        Generated code = new([.. blocks.Select(Whole)]);

        Assert.InRange(blocks.Count, 20, 60);
        Assert.True(code.Complaints.Count == 0, string.Join("\n", code.Complaints));
        Assert.Empty(await code.FindingsAsync());
    }

    [Theory]
    [InlineData("crud.Detail<Post, PostRow>(7).Nonsense();")]
    [InlineData("string? text = null; Console.WriteLine(text.Length);")]
    [InlineData("[ProjectsFrom<Post>] public class NotPartial { public int Id { get; set; } }")]
    public async Task A_block_with_a_mistake_is_reported(string planted)
    {
        var blocks = CodeBlock.In("docs/crud.md", await File.ReadAllLinesAsync(Path.Combine(Root(), "docs", "crud.md"), TestContext.Current.CancellationToken))
            .Where(block => block.Language == "csharp").Append(new CodeBlock("docs/crud.md:0", "csharp", [planted]));

        Generated code = new([.. blocks.Select(Whole)]);

        Assert.NotEmpty(code.Complaints.Concat(await code.FindingsAsync()));
    }

    /// <summary>The block as a file: as it is when it declares something, else as the body of a method.</summary>
    private static string Whole(CodeBlock block)
    {
        var text = string.Join('\n', block.Lines);
        var isBody = ((CompilationUnitSyntax)Generated.Parse(text).GetRoot(TestContext.Current.CancellationToken)).Members.Any(member => member is GlobalStatementSyntax);
        if (!isBody)
            return text;

        var name = $"Block{block.Place.Split(':')[1]}";
        var parameters = string.Join(", ", Known.Split(", ").Where(parameter => !text.Contains($"var {parameter.Split(' ')[^1]} ", StringComparison.Ordinal)
            && !text.Contains($"> {parameter.Split(' ')[^1]} =", StringComparison.Ordinal)));
        return $"internal static class {name}\n{{\n    public static async Task RunAsync({parameters})\n    {{\n{text}\n        await Task.CompletedTask;\n    }}\n}}\n";
    }

    private static string Root()
    {
        for (var folder = AppContext.BaseDirectory; folder is not null; folder = Path.GetDirectoryName(folder))
            if (File.Exists(Path.Combine(folder, "Syncopate.slnx")))
                return folder;

        throw new InvalidOperationException($"No Syncopate.slnx above {AppContext.BaseDirectory}.");
    }
}
