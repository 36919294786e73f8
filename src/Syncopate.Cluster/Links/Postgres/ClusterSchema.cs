using System.Globalization;
using System.Runtime.CompilerServices;
using Npgsql;

namespace Syncopate.Cluster.Links.Postgres;

/// <summary>The tables by which machines work together: a schema of its own, with its version in it. It is made where it is missing,
/// migrated where it is older, and left alone where it is newer or another program's.</summary>
internal static class ClusterSchema
{
    /// <summary>Name of the schema; not to be chosen, so that no text of a user's ever stands in a statement.</summary>
    public const string Name = "syncopate";

    /// <summary>The version of this tool.</summary>
    public const int Version = 5;

    /// <summary>The first key of all advisory locks: "Sync".</summary>
    public const int LockClass = 0x53796e63;

    /// <summary>The second key of the conductor's lock; agents have their number, from 1.</summary>
    public const int ConductorLock = 0;

    // Of the lock under which the schema is made: two agents may be the first at the same moment.
    private const int SetupLock = -1;

    private const string Application = "Syncopate cluster";

    // From no schema to version 1, from 1 to 2, and so on. Rights that a migration gives stand in ClusterRoles as well.
    private static readonly string[] Migrations =
    [
        """
        create schema syncopate;
        create table syncopate.about (application text not null, version int not null, one bool primary key default true check (one));
        create table syncopate.conductor (epoch bigint not null, one bool primary key default true check (one));
        create table syncopate.agent (
            id int generated always as identity primary key,
            name text not null unique,
            role name not null default current_user,
            incarnation int not null default 1,
            card text not null,
            clock text,
            busy bool not null default false);
        create table syncopate.command (
            number bigint generated always as identity primary key,
            epoch bigint not null,
            agent int not null references syncopate.agent on delete cascade,
            role name not null,
            run uuid not null,
            round int not null,
            kind int not null,
            body text not null,
            microseconds bigint not null,
            unique (agent, run, round, kind));
        create table syncopate.reply (
            run uuid not null,
            round int not null,
            agent int not null references syncopate.agent on delete cascade,
            incarnation int not null,
            kind int not null,
            body text not null,
            last int not null,
            role name not null default current_user,
            primary key (run, round, agent, incarnation, kind));
        create table syncopate.interval (
            run uuid not null,
            round int not null,
            agent int not null references syncopate.agent on delete cascade,
            incarnation int not null,
            sequence int not null,
            body text not null,
            role name not null default current_user,
            primary key (run, round, agent, incarnation, sequence));
        create table syncopate.result (
            id bigint generated always as identity primary key,
            run uuid not null unique,
            started timestamptz not null,
            machine text not null,
            report text not null);
        alter table syncopate.agent enable row level security;
        alter table syncopate.command enable row level security;
        alter table syncopate.reply enable row level security;
        alter table syncopate.interval enable row level security;
        create policy own on syncopate.agent using (role = current_user) with check (role = current_user);
        create policy own on syncopate.command for select using (role = current_user);
        create policy own on syncopate.reply with check (role = current_user and agent in (select id from syncopate.agent));
        create policy own on syncopate.interval with check (role = current_user and agent in (select id from syncopate.agent));
        insert into syncopate.conductor (epoch) values (0);
        insert into syncopate.about (application, version) values ('Syncopate cluster', 1);
        """,
        """
        alter table syncopate.result add column host text not null default '', add column label text not null default '';
        create index result_started on syncopate.result (started);
        """,
        """
        alter table syncopate.agent add column session int;
        do $$ begin
            if exists (select from pg_roles where rolname = 'syncopate_agent') then
                grant update (session) on syncopate.agent to syncopate_agent;
            end if;
        end $$;
        """,
        // An agent may read its commands and delete none; by this it removes its own, when no conductor is there that could want them. To
        // share the conductor's lock is to know that, until the statement is over; all agents of a conductor that was killed do so at about
        // the same moment.
        string.Create(CultureInfo.InvariantCulture, $"""
        create function syncopate.forget(which int) returns boolean language plpgsql security definer
        set search_path = pg_catalog, pg_temp as $$ begin
            if exists (select from syncopate.agent a where a.id = which and a.role = session_user)
                and pg_try_advisory_xact_lock_shared({LockClass}, {ConductorLock}) then
                delete from syncopate.command c where c.agent = which;
                delete from syncopate.reply r where r.agent = which;
                delete from syncopate.interval i where i.agent = which;
                return true;
            end if;
            return false;
        end $$;
        revoke all on function syncopate.forget from public;
        do $$ begin
            if exists (select from pg_roles where rolname = 'syncopate_agent') then
                grant execute on function syncopate.forget to syncopate_agent;
            end if;
        end $$;
        """),
        "alter table syncopate.conductor add column beat timestamptz not null default 'epoch'",
    ];

    /// <summary>Makes sure that the schema is there in this version.</summary>
    /// <param name="connection">An open connection.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="ClusterException">It is not, and cannot be made or must not be touched.</exception>
    public static async Task EnsureAsync(NpgsqlConnection connection, CancellationToken cancellationToken)
    {
        int? found = await FindAsync(connection, cancellationToken).ConfigureAwait(false);
        if (found == Version)
            return;
        try
        {
            NpgsqlTransaction transaction = await connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false);
            await using ConfiguredAsyncDisposable end = transaction.ConfigureAwait(false);
            await ExecuteAsync(connection, string.Create(CultureInfo.InvariantCulture,
                $"select pg_advisory_xact_lock({LockClass}, {SetupLock})"), cancellationToken)
                .ConfigureAwait(false);
            for (int version = await FindAsync(connection, cancellationToken).ConfigureAwait(false) ?? 0; version < Version; version++)
                await ExecuteAsync(connection, Migrations[version], cancellationToken).ConfigureAwait(false);
            await ExecuteAsync(connection, string.Create(CultureInfo.InvariantCulture,
                $"update syncopate.about set version = {Version}"), cancellationToken)
                .ConfigureAwait(false);
            await transaction.CommitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (PostgresException e) when (e.SqlState is PostgresErrorCodes.InsufficientPrivilege)
        {
            string state = found is { } old ? string.Create(CultureInfo.InvariantCulture,
                    $"has version {old} of the schema '{Name}', this tool needs version {Version}, and the role '{User(connection)}' may "
                        + $"not migrate it")
                : $"has no schema '{Name}' yet, and the role '{User(connection)}' may not make one";
            throw new ClusterException($"The database '{connection.Database}' {state} ({e.MessageText}). Let its owner do it once: "
                + "syncopate agents --setup --join CONNECTION");
        }
    }

    /// <summary>The version that is there; null when there is no such schema.</summary>
    private static async Task<int?> FindAsync(NpgsqlConnection connection, CancellationToken cancellationToken)
    {
        if (await ScalarAsync(connection, "select 1 from pg_namespace where nspname = 'syncopate'", cancellationToken)
            .ConfigureAwait(false) is null)
        {
            return null;
        }

        object? table = await ScalarAsync(connection, "select to_regclass('syncopate.about')::text", cancellationToken)
            .ConfigureAwait(false);
        if (table is null or DBNull)
            throw Foreign(connection);
        try
        {
            // A table of that name may be anybody's, with other columns.
            object? about = await ScalarAsync(
                connection, "select application || ' ' || version from syncopate.about", cancellationToken).ConfigureAwait(false);
            if (about is not string text || !text.StartsWith(Application + " ", StringComparison.Ordinal))
                throw Foreign(connection);
            ReadOnlySpan<char> number = text.AsSpan(Application.Length + 1);
            if (!int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out int version) || version < 1)
                throw Foreign(connection);
            return version <= Version ? version : throw Newer(connection, version);
        }
        catch (PostgresException e)
            when (e.SqlState is PostgresErrorCodes.UndefinedColumn or PostgresErrorCodes.UndefinedFunction
                or PostgresErrorCodes.CardinalityViolation)
        {
            throw Foreign(connection);
        }
        catch (PostgresException e) when (e.SqlState is PostgresErrorCodes.InsufficientPrivilege)
        {
            throw new ClusterException(
                $"The role '{User(connection)}' may not use the schema '{Name}' of the database '{connection.Database}' ({e.MessageText}). "
                + "Give it the rights of an agent: syncopate agents --setup --join CONNECTION prints how.");
        }
    }

    private static ClusterException Foreign(NpgsqlConnection connection) => new(
        $"The database '{connection.Database}' has a schema '{Name}' that this tool did not make; it is left alone. Use another database: "
            + "createdb syncopate");

    private static ClusterException Newer(NpgsqlConnection connection, int version) => new(string.Create(
        CultureInfo.InvariantCulture,
        $"The schema '{Name}' of the database '{connection.Database}' has version {version}, and this tool knows versions up to "
            + $"{Version}. Use the newer tool on all machines."));

    private static string User(NpgsqlConnection connection) =>
        new NpgsqlConnectionStringBuilder(connection.ConnectionString).Username ?? "?";

    private static async Task ExecuteAsync(NpgsqlConnection connection, string text, CancellationToken cancellationToken)
    {
        NpgsqlCommand command = new(text, connection);
        await using ConfiguredAsyncDisposable end = command.ConfigureAwait(false);
        await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
    }

    private static async Task<object?> ScalarAsync(NpgsqlConnection connection, string text, CancellationToken cancellationToken)
    {
        NpgsqlCommand command = new(text, connection);
        await using ConfiguredAsyncDisposable end = command.ConfigureAwait(false);
        return await command.ExecuteScalarAsync(cancellationToken).ConfigureAwait(false);
    }
}
