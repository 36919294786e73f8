using System.Reflection;
using System.Runtime.CompilerServices;
using Syncopate.Watch.Awaits;
using Xunit;

namespace Syncopate.Watch.Tests;

public sealed class PlaceReaderTests
{
    private static string Own => typeof(PlaceReaderTests).Assembly.Location;

    [Fact]
    public void A_method_is_found_at_the_line_where_its_code_begins()
    {
        SourcePlace? place = PlaceReader.Of(Own, Token(nameof(Blocks)));

        Assert.Equal(Blocks(), place?.Line);
        Assert.EndsWith("PlaceReaderTests.cs", place?.File, StringComparison.Ordinal);
    }

    /// <summary>Its code is in a type that the compiler made: of the method itself the PDB has no line.</summary>
    [Fact]
    public async Task An_async_method_is_found_where_it_was_written()
    {
        SourcePlace? place = PlaceReader.Of(Own, Token(nameof(AwaitsAsync)));

        Assert.Equal(await AwaitsAsync(), place?.Line);
        Assert.EndsWith("PlaceReaderTests.cs", place?.File, StringComparison.Ordinal);
    }

    [Fact]
    public void Nobody_knows_the_place_of_a_method_of_an_assembly_without_a_PDB_or_of_none()
    {
        int token = typeof(string).GetMethod(nameof(string.IsNullOrEmpty))!.MetadataToken;

        Assert.Null(PlaceReader.Of(typeof(string).Assembly.Location, token));
        Assert.Null(PlaceReader.Of(Own + ".none", token));
    }

    private static int Token(string method) =>
        typeof(PlaceReaderTests).GetMethod(method, BindingFlags.Static | BindingFlags.NonPublic)!.MetadataToken;

    private static int Blocks() => Line();

    private static async Task<int> AwaitsAsync() => await Task.FromResult(Line());

    private static int Line([CallerLineNumber] int line = 0) => line;
}
