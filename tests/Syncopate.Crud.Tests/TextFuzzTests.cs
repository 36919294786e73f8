using System.Globalization;
using System.Text;
using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Changing;
using Syncopate.Crud.Tests.Databases;
using Syncopate.Crud.Tests.Reading;
using Xunit;

namespace Syncopate.Crud.Tests;

/// <summary>Every text that a user can send, made up: it is always answered by a result, never by an exception, and
/// never by work that grows faster than the text. SYNCOPATE_FUZZ says how many texts for each place.</summary>
public sealed class TextFuzzTests(PostgresFixture postgres) : CrudTests(postgres)
{
    private const int FewTexts = 300;
    private const int Short = 2_000;
    private const int Times = 32;
    private const double Tolerance = 6;

    private static readonly string[] Pieces =
    [
        "Id", "Title", "-Stars", "stars", ",", "-", "--", " ", "'", "\"", "\0", "\ud800", "\udc00\ud800", "%",
        "_", "\\", "/", "~0", "~1", "~", "{", "}", "[", "]", ":",
        "null", "true", "1e999", "NaN",
        "Infinity", "99999999999999999999", "-1", "0x1", "2026-01-01T00:00:00+99:00",
        "9999-12-31T23:59:59Z", "10675199.02:48:05.4775808",
        "\"op\"", "\"path\"", "\"value\"", "\"replace\"", "\"test\"",
        "\"/title\"", "\"/tagIds/0\"", "\"/tagIds/-\"", "\\ud800", "\\u0000", "İ", "ß", "\u202e", "😀", ";DROP TABLE", "é",
    ];

    private static readonly string[] Operations = ["add", "replace", "remove", "test"];

    private static int Texts =>
        int.TryParse(Environment.GetEnvironmentVariable("SYNCOPATE_FUZZ"), NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            ? number
            : FewTexts;

    [Theory, InlineData("sqlite"), InlineData("postgresql")]
    public void Whatever_is_sent_to_sort_and_filter_by_is_answered(string database)
    {
        Use(database, "sync");
        Given(NewPost(), new Parcel());
        Random random = new(7);
        string[] members = ["Id", "Title", "Stars", "BlogName", "Number", "Weight", "Sent", "Due", "nothing"];

        for (int i = 0; i < Texts; i++)
        {
            var (sort, value) = (Text(random), Text(random));
            string member = random.Next(5) == 0 ? Text(random) : members[random.Next(members.Length)];
            MemberFilter filter = new(member, (FilterComparison)random.Next(-1, 10), value);

            Answered(() => Crud.List(new ListRequest<Post, PostRow> { Sort = sort, Page = random.Next(), PageSize = random.Next() }), sort);
            Answered(() => Crud.List(new ListRequest<Post, PostRow> { Filters = [filter] }), $"{filter}");
            Answered(() => Crud.List(new ListRequest<Parcel, ParcelRow> { Filters = [filter, filter] }), $"{filter}");
        }
    }

    [Theory, InlineData("sqlite"), InlineData("postgresql")]
    public void Whatever_is_sent_as_key_and_in_a_form_is_answered(string database)
    {
        Use(database, "sync");
        Random random = new(8);
        Given(new Parcel());

        for (int i = 0; i < Texts; i++)
        {
            string text = Text(random);
            Answered(() => Crud.Detail<Seat>(Key.Of(text, 1)), text);
            Answered(() => Crud.Update<Seat>(new Seat { Row = text, Number = 1, Guest = text }), text);
            Answered(() => Crud.Delete<Seat>(Key.Of(text, 1)), text);
            Answered(() => Crud.Create<Post, PostForm>(new PostForm { Title = text, BlogId = BlogId, TagIds = [random.Next()] }), text);
            Answered(() => Crud.Create(new Tag { Slug = text, Name = text }), text);
            ParcelForm form = new() { Label = text, Destination = new AddressForm { City = text }, PostageCurrency = text };
            Answered(() => Crud.Update<Parcel, ParcelForm>(1, form), text);
        }
        Assert.DoesNotContain(Crud.Context.ChangeTracker.Entries(), entry => entry.State != EntityState.Unchanged);
    }

    [Theory, InlineData("sqlite"), InlineData("postgresql")]
    public void Whatever_is_sent_as_a_patch_is_answered(string database)
    {
        Use(database, "sync");
        Post post = NewPost();
        post.Tags.Add(new Tag { Slug = "a" });
        Given(post);
        Random random = new(9);

        for (int i = 0; i < Texts; i++)
        {
            string text = random.Next(2) == 0 ? Text(random) : Operation(random);
            text = random.Next(3) == 0 ? Json(random) : text;
            Answered(
                () => JsonPatch.Parse(text) is { IsDone: true } patch
                    ? Crud.Patch<Post, PostForm>(post.Id, patch.Value)
                    : JsonPatch.Parse(text),
                text);
            Answered(
                () => JsonPatch.Parse(text) is { IsDone: true } patch
                    ? Crud.Patch<Post, KeysForm>(post.Id, patch.Value)
                    : JsonPatch.Parse(text),
                text);
            Answered(() => Crud.Patch<Post, KeysForm>(post.Id, new JsonPatch([new JsonPatchOperation(Text(random), Text(random))])), text);
        }
    }

    /// <summary>Thirty-two times the text, at most that many times the work and a margin; where it grew as its square,
    /// it would be a thousand times.</summary>
    [Theory]
    [InlineData("Id,"), InlineData("-"), InlineData(",,"), InlineData("Title,-Title,"), InlineData("x,y,"), InlineData("{a,")]
    public void The_work_grows_no_faster_than_what_is_sent_to_sort_by(string piece)
    {
        Use("sqlite", "sync");

        Grows(text => Crud.List(new ListRequest<Post, PostRow> { Sort = text }), piece);
    }

    [Theory]
    [InlineData("1"), InlineData("-"), InlineData(" "), InlineData("1,"), InlineData("a%_"), InlineData("2026-"), InlineData("0:")]
    public void The_work_grows_no_faster_than_what_is_sent_to_filter_by(string piece)
    {
        Use("sqlite", "sync");

        foreach (string member in (string[])["Label", "Weight", "Sent", "Number"])
            Grows(text => Crud.List(new ListRequest<Parcel, ParcelRow> { Filters = [new(member, FilterComparison.Equal, text)] }), piece);
    }

    [Theory]
    [InlineData("""{"op":"test","path":"/title","value":"First"},"""), InlineData("""{"op":"add","path":"/tagIds/0","value":1},""")]
    [InlineData("[["), InlineData("""{"op":"replace","path":"/a/a/a/a/a/a","value":{"a":{"a":[1,2]}}},""")]
    public void The_work_grows_no_faster_than_what_is_sent_as_a_patch(string piece)
    {
        Use("sqlite", "sync");
        Post post = GivenPost();

        Grows(
            text => JsonPatch.Parse($"[{text.TrimEnd(',')}]") is { IsDone: true } patch
                ? Crud.Patch<Post, PostForm>(post.Id, patch.Value)
                : Result.Done(0),
            piece);
    }

    /// <summary>By bytes, which are exact where time is not: work that grows beyond measure makes garbage that does.
    /// Depth is shown by the process being there at the end.</summary>
    private static void Grows(Func<string, Result> call, string piece)
    {
        var (small, large) = (Repeated(piece, Short), Repeated(piece, Short * Times));
        var (little, much) = (Allocated(() => call(small)), Allocated(() => call(large)));

        Assert.True(
            much <= little * Times * Tolerance,
            $"{Short} characters of '{piece}' take {little} bytes, {Times} times as many {much}.");
    }

    private static string Repeated(string piece, int length) => new StringBuilder().Insert(0, piece, length / piece.Length).ToString();

    private static long Allocated(Func<Result> call)
    {
        call();
        long least = long.MaxValue;
        for (int i = 0; i < 3; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            call();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        return least;
    }

    private static string Text(Random random)
    {
        StringBuilder text = new();
        for (int i = random.Next(8); i >= 0; i--)
            text.Append(random.Next(4) == 0
                ? new string((char)random.Next(char.MaxValue), random.Next(1, 30))
                : Pieces[random.Next(Pieces.Length)]);
        return text.ToString();
    }

    /// <summary>A patch that is one, but for its path and its value.</summary>
    private static string Operation(Random random)
    {
        string operation = random.Next(2) == 0 ? "replace" : "add";
        string path = Text(random).Replace("\"", "", StringComparison.Ordinal);
        return $$"""[{"op":"{{operation}}","path":"/{{path}}","value":{{Text(random)}}}]""";
    }

    /// <summary>A patch with values of any shape in any place.</summary>
    private static string Json(Random random)
    {
        string[] paths = ["/title", "/tagIds", "/tagIds/0", "/tagIds/-", "/stars", "/version", "/title/0", "/tagIds/0/x", "/blogId"];
        string[] values =
            ["1", "\"x\"", "null", "[1,2]", "[[],{}]", "{\"a\":1,\"a\":2}", "\"\\ud800\"", "1e400", "\"\\u0000\"", "[null]", "{\"\":[{}]}"];
        IEnumerable<string> steps = Enumerable.Range(0, random.Next(1, 6)).Select(_ =>
        {
            var (operation, path) = (Operations[random.Next(Operations.Length)], paths[random.Next(paths.Length)]);
            return $$"""{"op":"{{operation}}","path":"{{path}}","value":{{values[random.Next(values.Length)]}}}""";
        });
        return $"[{string.Join(',', steps)}]";
    }

    private static void Answered(Func<Result> call, string text)
    {
        try
        {
            Assert.True(Enum.IsDefined(call().Outcome));
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            Assert.Fail(
                $"'{string.Concat(text.Select(letter => letter is >= ' ' and <= '~' ? $"{letter}" : $"\\u{(int)letter:x4}"))}': {e}");
        }
    }
}
