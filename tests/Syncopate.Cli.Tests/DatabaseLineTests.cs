using System.CommandLine;
using System.Globalization;
using Syncopate.Cli.Databases;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Cluster.Links.Postgres;
using Xunit;

namespace Syncopate.Cli.Tests;

/// <summary>How a line names a database, and what is said of it: never its password.</summary>
public sealed class DatabaseLineTests : IDisposable
{
    private const string WithPassword = "Host=127.0.0.1;Database=results;Username=ci;Password=secret";

    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-line-").FullName;
    private readonly StringWriter _said = new(CultureInfo.InvariantCulture);

    public void Dispose()
    {
        Directory.Delete(_folder, recursive: true);
        _said.Dispose();
    }

    [Fact]
    public void A_password_on_the_line_is_warned_of_and_not_repeated()
    {
        JoinAddress? address = Read("--store", WithPassword);

        Assert.True(address?.HasPassword);
        Assert.Contains(
            "Warning: the password in --store stands in the list of processes.", _said.ToString(), StringComparison.Ordinal);
        Assert.DoesNotContain("secret", _said.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_file_keeps_it_out_of_the_list_of_processes()
    {
        string file = Path.Combine(_folder, "connection");
        File.WriteAllText(file, WithPassword + "\n");

        JoinAddress? address = Read("--store", "@" + file);

        Assert.Equal("127.0.0.1:5432/results", address?.Place);
        Assert.Empty(_said.ToString());
    }

    [Fact]
    public void A_line_without_a_database_has_none() => Assert.Null(Read());

    [Fact]
    public void A_file_that_is_not_there_is_named() => Assert.StartsWith(
        $"Cannot read the connection '{_folder}/none': ",
        Assert.Throws<UnusableException>(() => Read("--store", $"@{_folder}/none")).Message,
        StringComparison.Ordinal);

    [Theory]
    [InlineData("", "--store takes a connection; found nothing.")]
    [InlineData("Username=ci;Password=secret", "--store: The connection has no host.")]
    public void What_is_no_connection_is_refused_without_its_password(string connection, string message)
    {
        string said = Assert.Throws<UsageException>(() => Read("--store", connection)).Message;

        Assert.StartsWith(message, said, StringComparison.Ordinal);
        Assert.DoesNotContain("secret", said, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "found nothing")]
    [InlineData("one\ntwo", "found one that cannot be printed")]
    public void A_label_that_nobody_could_read_is_refused(string label, string found) => Assert.Contains(
        found, Assert.Throws<UsageException>(() => LabelLine.Checked("--label", label)).Message, StringComparison.Ordinal);

    [Fact]
    public void A_label_has_at_most_a_hundred_characters()
    {
        string longest = new('a', 100);

        Assert.Equal(longest, LabelLine.Checked("--label", longest));
        Assert.Contains(
            "found 101 of them",
            Assert.Throws<UsageException>(() => LabelLine.Checked("--label", longest + "a")).Message,
            StringComparison.Ordinal);
    }

    private JoinAddress? Read(params string[] words)
    {
        StoreLine store = new("Keep the result.");
        Command command = new("run");
        command.Options.Add(store.Option);
        ParseResult line = command.Parse(words, new ParserConfiguration { ResponseFileTokenReplacer = null });
        return store.Read(line, new Terminal(PlainConsole.On(_said), PlainConsole.On(_said)));
    }
}
