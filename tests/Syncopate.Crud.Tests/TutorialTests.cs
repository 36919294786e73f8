using Syncopate.Crud.Tests.Generation;
using Syncopate.EndToEnd.Tests;
using Xunit;

namespace Syncopate.Crud.Tests;

/// <summary>Compiles every C# block of docs/crud.md against the library as it is, with the generator at work and
/// warnings as errors.</summary>
public sealed class TutorialTests
{
    [Fact]
    public async Task Every_block_of_the_tutorial_compiles_without_a_warning()
    {
        IReadOnlyList<CodeBlock> blocks = await Tutorial.BlocksOfThePageAsync();

        Generated code = new([.. blocks.Select(Tutorial.Whole)]);

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
        IEnumerable<CodeBlock> blocks = (await Tutorial.BlocksOfThePageAsync()).Append(new CodeBlock("docs/crud.md:0", "csharp", [planted]));

        Generated code = new([.. blocks.Select(Tutorial.Whole)]);

        Assert.NotEmpty(code.Complaints.Concat(await code.FindingsAsync()));
    }
}
