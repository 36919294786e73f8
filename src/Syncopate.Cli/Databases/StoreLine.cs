using System.CommandLine;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Cluster.Links.Postgres;

namespace Syncopate.Cli.Databases;

/// <summary>The option that names the database with the results of many machines and builds.</summary>
internal sealed class StoreLine
{
    /// <summary>Names the connection where the option is given without one, so that no secret stands in the list of processes.</summary>
    public const string Variable = "SYNCOPATE_STORE";

    private static readonly ConnectionText Connection = new("--store", Variable);

    private readonly Option<string?> _store;

    /// <param name="what">What the command does with it, as the help begins.</param>
    public StoreLine(string what) => _store = new Option<string?>("--store")
    {
        Description = $"{what} CONNECTION is a PostgreSQL, such as \"Host=db.example.com;Database=results;Username=ci\", or @FILE that "
            + $"holds it; the variable {Variable} when --store stands alone.",
        HelpName = "CONNECTION",
        Arity = ArgumentArity.ZeroOrOne,
    };

    /// <summary>The option itself.</summary>
    public Option Option => _store;

    /// <summary>Whether it was given on the line, with a database or alone.</summary>
    public bool IsGiven(ParseResult line) => line.GetResult(_store) is { Implicit: false };

    /// <summary>The database; null when the option is not given.</summary>
    /// <exception cref="UsageException">It is given without a database, or what is named is none, or is not safe.</exception>
    /// <exception cref="UnusableException">The file cannot be read.</exception>
    public JoinAddress? Read(ParseResult line, Terminal terminal)
    {
        if (!IsGiven(line))
            return null;
        return Connection.Read(line.GetValue(_store), terminal)
            ?? throw new UsageException($"--store stands alone, and the variable {Variable} is not set. Set it, or name the database: "
                + "--store CONNECTION or --store @FILE. Example: --store \"Host=db.example.com;Database=results;Username=ci\"");
    }
}
