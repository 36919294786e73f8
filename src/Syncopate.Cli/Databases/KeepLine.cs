using System.CommandLine;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Cluster.Links.Postgres;

namespace Syncopate.Cli.Databases;

/// <summary>The options by which a command that measures puts its result into a database.</summary>
internal sealed class KeepLine
{
    private readonly StoreLine _store = new("Put the result into a database too, for history --store and gate --store.");
    private readonly LabelLine _label = new();

    /// <summary>The options, in the order of the help.</summary>
    public IReadOnlyList<Option> All => [_store.Option, _label.Option];

    /// <summary>Where to put the result; null for nowhere.</summary>
    /// <exception cref="UsageException">Something cannot be done as written.</exception>
    /// <exception cref="UnusableException">The file of the connection cannot be read.</exception>
    public KeepSettings? Read(ParseResult line, Terminal terminal)
    {
        JoinAddress? address = _store.Read(line, terminal);
        if (address is null && _label.IsGiven(line))
            throw new UsageException("--label names a result in a database: add --store, or leave it out.");
        return address is null ? null : new KeepSettings(address, _label.Read(line));
    }
}

/// <summary>Where a result is kept beside its folder.</summary>
/// <param name="Address">The database.</param>
/// <param name="Label">What was measured, such as a commit; may be empty.</param>
internal sealed record KeepSettings(JoinAddress Address, string Label);
