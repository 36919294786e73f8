using System.Runtime.CompilerServices;

namespace Syncopate.Cluster.Links.Postgres;

/// <summary>The rights of agents, and of those who store results, in the database. A row is an agent's own when the role that it is
/// logged in as has made it: a policy of the tables sees to that, so that agents with roles of their own see nothing of each
/// other.</summary>
internal static class ClusterRoles
{
    /// <summary>The role whose members may be agents.</summary>
    public const string Agent = "syncopate_agent";

    /// <summary>The role whose members may store results and read them, and change none.</summary>
    public const string Results = "syncopate_results";

    private const string Make = """
        do $$ begin
            if not exists (select from pg_roles where rolname = 'syncopate_agent') then
                create role syncopate_agent nologin;
            end if;
            if not exists (select from pg_roles where rolname = 'syncopate_results') then
                create role syncopate_results nologin;
            end if;
        end $$;
        revoke all on schema syncopate from public;
        revoke all on all tables in schema syncopate from public, syncopate_agent, syncopate_results;
        grant usage on schema syncopate to syncopate_agent, syncopate_results;
        grant select on syncopate.about, syncopate.result to syncopate_results;
        grant insert (run, started, machine, host, label, report) on syncopate.result to syncopate_results;
        grant select on syncopate.about, syncopate.conductor, syncopate.command to syncopate_agent;
        grant select, delete on syncopate.agent to syncopate_agent;
        grant insert (name, card), update (incarnation, card, clock, busy, session) on syncopate.agent to syncopate_agent;
        grant insert (run, round, agent, incarnation, kind, body, last) on syncopate.reply to syncopate_agent;
        grant insert (run, round, agent, incarnation, sequence, body) on syncopate.interval to syncopate_agent;
        revoke all on all functions in schema syncopate from public, syncopate_agent, syncopate_results;
        grant execute on function syncopate.forget to syncopate_agent;
        """;

    /// <summary>Makes the tables and the role; again where they are there already.</summary>
    /// <exception cref="ClusterException">The role of the connection may not.</exception>
    /// <exception cref="LinkBrokenException">The database cannot be spoken to.</exception>
    public static async Task CreateAsync(JoinAddress address, CancellationToken cancellationToken)
    {
        PostgresSession session = await PostgresSession.OpenAsync(address, "syncopate setup", cancellationToken).ConfigureAwait(false);
        await using ConfiguredAsyncDisposable end = session.ConfigureAwait(false);
        await session.ExecuteAsync(Make, cancellationToken).ConfigureAwait(false);
    }
}
