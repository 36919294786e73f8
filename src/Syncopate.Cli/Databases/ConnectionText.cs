using Spectre.Console;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Cluster;
using Syncopate.Cluster.Links.Postgres;

namespace Syncopate.Cli.Databases;

/// <summary>A database as an option names it: a connection, @FILE that holds one, or what a variable of the environment holds, with which
/// no secret stands in the list of processes.</summary>
/// <param name="Option">Name of the option.</param>
/// <param name="Variable">Names the connection where the option does not.</param>
internal sealed record ConnectionText(string Option, string Variable)
{
    private const string Example = "\"Host=db.example.com;Database=syncopate;Username=agent1\"";

    /// <summary>The database; null when none is named.</summary>
    /// <param name="given">What the option says; null when it says nothing.</param>
    /// <param name="terminal">Warned of a password that anybody on the machine can read.</param>
    /// <exception cref="UsageException">What is named is none, or is not safe.</exception>
    /// <exception cref="UnusableException">The file cannot be read.</exception>
    public JoinAddress? Read(string? given, Terminal terminal)
    {
        string? text = given is ['@', ..] ? Contents(given[1..]) : given ?? Environment.GetEnvironmentVariable(Variable);
        if (given is null && string.IsNullOrWhiteSpace(text))
            return null;
        if (string.IsNullOrWhiteSpace(text))
            throw new UsageException($"{Option} takes a connection; found nothing. Example: {Option} {Example}");
        try
        {
            JoinAddress address = JoinAddress.Parse(text.Trim());
            if (address.HasPassword && given is not null and not ['@', ..])
            {
                terminal.Error.WriteLine($"Warning: the password in {Option} stands in the list of processes. Put the connection into "
                    + $"{Variable}, or into a file: {Option} @FILE");
            }

            return address;
        }
        catch (ClusterException e)
        {
            throw new UsageException($"{Option}: {e.Message}");
        }
    }

    private static string Contents(string file)
    {
        try
        {
            return File.ReadAllText(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UnusableException($"Cannot read the connection '{file}': {e.Message.TrimEnd('.')}. Name a file that you may read.");
        }
    }
}
