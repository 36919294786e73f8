using System.CommandLine;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Cluster.Links.Postgres;

namespace Syncopate.Cli.Databases;

/// <summary>The option that names the database by which machines work together.</summary>
internal sealed class JoinLine
{
    /// <summary>Names the connection where no option does, so that no secret stands in the list of processes.</summary>
    public const string Variable = "SYNCOPATE_JOIN";

    private static readonly ConnectionText Connection = new("--join", Variable);

    private readonly Option<string?> _join = new("--join")
    {
        Description = $"The PostgreSQL by which machines work together, such as "
            + $"\"Host=db.example.com;Database=syncopate;Username=agent1\", or @FILE that holds it; {Variable} when not given.",
        HelpName = "CONNECTION",
    };

    /// <summary>The option itself.</summary>
    public Option Option => _join;

    /// <summary>Whether it was given on the line.</summary>
    public bool IsGiven(ParseResult line) => line.GetValue(_join) is not null;

    /// <summary>The database; null when none is named.</summary>
    /// <exception cref="UsageException">What is named is none, or is not safe.</exception>
    /// <exception cref="UnusableException">The file cannot be read.</exception>
    public JoinAddress? Read(ParseResult line, Terminal terminal) => Connection.Read(line.GetValue(_join), terminal);

    /// <summary>The database, for a command that needs one.</summary>
    /// <exception cref="UsageException">None is named, or what is named is none.</exception>
    public JoinAddress Require(ParseResult line, Terminal terminal) => Read(line, terminal)
        ?? throw new UsageException($"Say which database brings the machines together: --join CONNECTION, --join @FILE or the variable "
            + $"{Variable}. Example: --join \"Host=db.example.com;Database=syncopate;Username=agent1\"");
}
