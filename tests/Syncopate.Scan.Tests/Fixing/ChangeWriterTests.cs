using System.Text;
using Microsoft.CodeAnalysis.Text;
using Syncopate.Scan.Fixing;
using Xunit;

namespace Syncopate.Scan.Tests.Fixing;

public sealed class ChangeWriterTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-write-");

    [Theory]
    [InlineData("utf-8", true)]
    [InlineData("utf-8", false)]
    [InlineData("utf-16", true)]
    [InlineData("utf-16BE", true)]
    public void Encoding_and_mark_stay(string name, bool hasMark)
    {
        Encoding encoding = Encoding.GetEncoding(name);
        byte[] mark = hasMark ? encoding.Preamble.ToArray() : [];
        string path = Write("a.cs", [.. mark, .. encoding.GetBytes("// ü\r\none")]);

        Assert.Empty(ChangeWriter.Write([Change(path, "// ü\r\none", "one", "twö")]));

        Assert.Equal([.. mark, .. encoding.GetBytes("// ü\r\ntwö")], File.ReadAllBytes(path));
        Assert.Single(_folder.GetFiles());
    }

    [Fact]
    public void Nothing_is_written_when_one_file_is_not_what_was_read()
    {
        string one = Write("a.cs", "one"u8.ToArray()), other = Write("b.cs", "something else"u8.ToArray());

        string refusal = Assert.Single(ChangeWriter.Write([Change(one, "one", "one", "two"), Change(other, "one", "one", "two")]));

        Assert.Contains("b.cs has changed since it was read", refusal, StringComparison.Ordinal);
        Assert.Equal("one", File.ReadAllText(one));
    }

    [Fact]
    public void A_file_of_no_known_encoding_stays()
    {
        string path = Write("a.cs", [0x6F, 0x6E, 0x65, 0xFC]);

        Assert.Contains("not UTF-8", Assert.Single(ChangeWriter.Write([Change(path, "one", "one", "two")])), StringComparison.Ordinal);
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private string Write(string name, byte[] content)
    {
        string path = Path.Combine(_folder.FullName, name);
        File.WriteAllBytes(path, content);
        return path;
    }

    private static FileChange Change(string path, string text, string old, string changed) =>
        new(path, SourceText.From(text), [new TextChange(new TextSpan(text.IndexOf(old, StringComparison.Ordinal), old.Length), changed)]);
}
