using System.ComponentModel;
using Syncopate.Live.Access;
using Xunit;

namespace Syncopate.Live.Tests;

/// <summary>What is handed to the program that opens pages, without one.</summary>
public sealed class PageOpeningTests
{
    private static readonly Uri Address = new("http://127.0.0.1:5080/?token=secret");

    [Fact]
    public void The_address_stands_in_a_file_that_goes_in_the_end()
    {
        string shown = "";
        string text = "";

        using (PageOpening.Of(
            Address,
            page =>
            {
                shown = page;
                text = File.ReadAllText(page);
            },
            _ => { }))
        {
            Assert.True(File.Exists(shown));
        }

        Assert.DoesNotContain("secret", shown, StringComparison.Ordinal);
        Assert.Contains(Address.AbsoluteUri, text, StringComparison.Ordinal);
        Assert.False(Directory.Exists(Path.GetDirectoryName(shown)));
    }

    [Fact]
    public void Where_no_program_opens_pages_it_says_what_to_do()
    {
        List<string> said = [];

        using PageOpening opening = PageOpening.Of(Address, _ => throw new Win32Exception("There is none."), said.Add);

        Assert.Equal("No program here opens pages: There is none. Open the address above in a browser.", Assert.Single(said));
    }
}
