using System.Globalization;
using Microsoft.CodeAnalysis;
using Xunit;

namespace Syncopate.Crud.Tests.Generation;

public sealed class ProjectionAnalyzerTests
{
    [Theory]
    [InlineData("public class Row { public string Title { get; set; } = \"\"; }", "SYNC1001 Row")]
    [InlineData("public partial class Row { public string Titel { get; set; } = \"\"; }", "SYNC1002 Titel")]
    [InlineData("public partial record Row(string Titel);", "SYNC1002 Titel")]
    [InlineData("public partial class Row { public int BloggerCount { get; set; } }", "SYNC1002 BloggerCount")]
    [InlineData("public partial class Row { public int Title { get; set; } }", "SYNC1003 Title")]
    [InlineData("public partial class Row { public DateTime Published { get; set; } }", "SYNC1003 Published")]
    [InlineData("public partial class Row { public int Mood { get; set; } }", "SYNC1003 Mood")]
    [InlineData(
        "public class ByHand { public string Name { get; set; } = \"\"; } "
            + "public partial class Row { public ByHand Blogger { get; set; } = new(); }",
        "SYNC1003 Blogger")]
    [InlineData("public partial class Row { public string Body { get; set; } = \"\"; }", "SYNC1004 Body")]
    [InlineData("public partial class Row { public string EditorName { get; set; } = \"\"; }", "SYNC1004 EditorName")]
    [InlineData("public partial class Row { public int EditorAge { get; set; } }", "SYNC1004 EditorAge")]
    [InlineData("public partial class Row { public int? BloggerId { get; set; } }", "SYNC1005 BloggerId")]
    [InlineData("public abstract partial class Row { public string Title { get; set; } = \"\"; }", "SYNC1007 Row")]
    [InlineData("public partial class Row(int other) { public string Title { get; set; } = other.ToString(); }", "SYNC1007 Row")]
    public async Task A_mistake_is_reported_on_the_member_that_has_it(string dto, string expected)
    {
        int at = dto.LastIndexOf("public ", dto.IndexOf(" Row", StringComparison.Ordinal), StringComparison.Ordinal);
        Generated code = new(Planted.Entities + dto.Insert(at, "[ProjectsFrom<Post>] "));

        Assert.Equal([expected], await code.FindingsAsync());
    }

    [Theory]
    [InlineData("public string BloggerName { get; set; } = \"\";", "SYNC1005 BloggerName")]
    [InlineData("public int TagsCount { get; set; }", "SYNC1005 TagsCount")]
    [InlineData("public DateTime Created { get; set; }", "SYNC1005 Created")]
    [InlineData("public string Origin { get; set; } = \"\";", "SYNC1005 Origin")]
    [InlineData("public Blogger? Editor { get; set; }", "SYNC1005 Editor")]
    [InlineData("[ReadsKeys(nameof(Post.Tags))] public List<int> TagIds { get; set; } = [];", "SYNC1005 TagIds")]
    [InlineData("[ReadsKeys(\"Tgas\")] public List<int> TagIds { get; set; } = [];", "SYNC1002 TagIds", "SYNC1005 TagIds")]
    [InlineData("[NotCopiedBack, ReadsKeys(nameof(Post.Tags))] public List<string> TagIds { get; set; } = [];", "SYNC1003 TagIds")]
    [InlineData("public int PostId { get; set; }")]
    [InlineData("public byte[] Version { get; set; } = [];")]
    [InlineData("public int Views { get; set; }")]
    [InlineData("public string BloggerName { get; init; } = \"\";")]
    [InlineData("[NotCopiedBack] public string BloggerName { get; set; } = \"\";")]
    [InlineData("[System.ComponentModel.ReadOnly(true)] public string BloggerName { get; set; } = \"\";")]
    [InlineData("[Editable(false)] public string BloggerName { get; set; } = \"\";")]
    public async Task What_a_user_could_set_and_nothing_writes_is_reported(string member, params string[] expected)
    {
        Generated code = new(
            Planted.Entities + $"[ProjectsFrom<Post>] public partial class Row {{ public string Title {{ get; set; }} = \"\"; {member} }}");

        Assert.Equal(expected, await code.FindingsAsync());
        Assert.Empty(code.Complaints);
    }

    [Fact]
    public async Task What_a_method_writes_is_not_reported()
    {
        Generated code = new(Planted.Entities + """
            public class Hybrid { public int Id { get; set; } public string Label { get; set; } = "";
                public string Carrier { get; private set; } = "";
                public void Ship(string carrier) => Carrier = carrier; }
            [ProjectsFrom<Hybrid>, UpdatesBy(nameof(Hybrid.Ship))]
            public partial class ByMethod { public string Label { get; set; } = ""; public string Carrier { get; set; } = ""; }
            [ProjectsFrom<Hybrid>]
            public partial class ByHand : IWritesTo<DbContext, Hybrid>
            {
                public string Label { get; set; } = "";
                public string Carrier { get; set; } = "";
                public IReadOnlyList<CrudError> Write(DbContext context, Hybrid entity) { entity.Ship(Carrier); return []; }
                public System.Threading.Tasks.Task<IReadOnlyList<CrudError>> WriteAsync(
                    DbContext context, Hybrid entity, System.Threading.CancellationToken token) =>
                    throw new NotSupportedException();
            }
            [ProjectsFrom<Hybrid>]
            public partial class Lost { public string Label { get; set; } = ""; public string Carrier { get; set; } = ""; }
            """);

        Assert.Equal(["SYNC1005 Carrier"], await code.FindingsAsync());
    }

    [Fact]
    public async Task A_circle_of_nested_DTOs_is_reported_and_not_followed()
    {
        Generated code = new(Planted.Entities + """
            [ProjectsFrom<Blogger>] public partial class BloggerRow { public List<PostRow> Posts { get; set; } = []; }
            [ProjectsFrom<Post>] public partial class PostRow { public BloggerRow Blogger { get; set; } = new(); }
            """);

        Assert.Equal(["SYNC1006 Blogger", "SYNC1006 Posts"], await code.FindingsAsync());
        Assert.Empty(code.Complaints);
    }

    [Fact]
    public async Task A_type_around_a_DTO_must_be_partial_too()
    {
        Generated code = new(Planted.Entities
            + "public static class Posts { [ProjectsFrom<Post>] public partial class Row { public string Title { get; set; } = \"\"; } }");

        Assert.Equal(["SYNC1001 Row"], await code.FindingsAsync());
        Assert.Empty(code.Text);
    }

    [Fact]
    public async Task What_is_written_by_hand_is_not_judged()
    {
        Generated code = new(Planted.Entities + """
            [ProjectsFrom<Post>]
            public sealed partial class Row
            {
                public string Heading { get; set; } = "";
                public static System.Linq.Expressions.Expression<Func<Post, Row>> Projection { get; } =
                    post => new Row { Heading = post.Title };
            }
            """);

        Assert.Empty(await code.FindingsAsync());
    }

    [Fact]
    public async Task A_finding_can_be_suppressed_where_it_stands()
    {
        Generated code = new(Planted.Entities + """
            [ProjectsFrom<Post>]
            public sealed partial class Row
            {
            #pragma warning disable SYNC1002
                public string Heading { get; set; } = "";
            #pragma warning restore SYNC1002
            }
            """);

        Assert.Empty(await code.FindingsAsync());
    }

    [Fact]
    public async Task A_message_says_what_to_do()
    {
        Generated code = new(Planted.Entities + "[ProjectsFrom<Post>] public sealed partial class Row { "
            + "public string EditorName { get; set; } = \"\"; public string Heading { get; set; } = \"\"; }");

        Assert.Equal(
            [
                "'EditorName' cannot be null, but 'Editor.Name' may be: make its type nullable",
                "'Heading' is found nowhere in 'Post': rename it after a member or a path such as BloggerName for Blogger.Name, "
                    + "or mark it [NotProjected]",
            ],
            (await code.DiagnosticsAsync()).Select(diagnostic => diagnostic.GetMessage(CultureInfo.InvariantCulture)).Order());
        Assert.All(await code.DiagnosticsAsync(), diagnostic => Assert.Equal(DiagnosticSeverity.Error, diagnostic.Severity));
    }
}
