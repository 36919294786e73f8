using System.Globalization;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Security.Authentication;
using System.Security.Cryptography;
using Npgsql;

namespace Syncopate.Cluster.Links.Postgres;

/// <summary>One session with the database, in which our settings and locks hold. One statement at a time.</summary>
internal sealed class PostgresSession : IAsyncDisposable
{
    // Whatever the server, the database or the role sets: a session that waits is not idle, and no statement of ours is long. The server
    // notices a cut cable after two seconds, as the agent does, which has ended its load by then. Only settings that this server knows.
    private const string Settings = """
        select set_config(s.name, v.value, false) from pg_settings s join (values
            ('statement_timeout', '0'), ('lock_timeout', '0'),
            ('idle_in_transaction_session_timeout', '0'), ('idle_session_timeout', '0'),
            ('transaction_timeout', '0'), ('timezone', 'UTC'), ('datestyle', 'ISO'),
            ('default_transaction_read_only', 'off'), ('default_transaction_isolation', 'read committed'),
            ('row_security', 'on'),
            ('synchronous_commit', 'on'), ('search_path', 'pg_catalog'),
            ('tcp_keepalives_idle', '1'), ('tcp_keepalives_interval', '1'), ('tcp_keepalives_count', '1'), ('tcp_user_timeout', '1900')
        ) v (name, value) on lower(s.name) = v.name
        """;

    private readonly NpgsqlConnection _connection;
    private readonly JoinAddress _address;
    private int _process;

    private PostgresSession(NpgsqlConnection connection, JoinAddress address)
    {
        _connection = connection;
        _address = address;
    }

    /// <summary>Opens a session, and makes sure that it is one and that the tables are there.</summary>
    /// <param name="address">Where.</param>
    /// <param name="name">As the database lists it.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="LinkBrokenException">Nobody answers, now.</exception>
    /// <exception cref="ClusterException">It will not do, however often it is tried.</exception>
    public static async Task<PostgresSession> OpenAsync(JoinAddress address, string name, CancellationToken cancellationToken)
    {
        NpgsqlConnection connection = new(address.ConnectionString(name));
        PostgresSession session = new(connection, address);
        try
        {
            await session.ConnectAsync(cancellationToken).ConfigureAwait(false);
            await session.ExecuteAsync(Settings, cancellationToken).ConfigureAwait(false);
            session._process = await session.ReadOneAsync("select pg_backend_pid()", reader => reader.GetInt32(0), cancellationToken)
                .ConfigureAwait(false);
            // Once: a database that restarts has all its sessions back at once, and a second connection for each would be in their way.
            if (!address.IsChecked)
                await session.CheckSessionAsync(cancellationToken).ConfigureAwait(false);
            address.IsChecked = true;
            await session.GuardAsync(() => ClusterSchema.EnsureAsync(connection, cancellationToken)).ConfigureAwait(false);
            return session;
        }
        catch
        {
            await session.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>The same where something will be written: a standby server, which answers and takes nothing, is said to be one.</summary>
    /// <param name="address">Where.</param>
    /// <param name="name">As the database lists it.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="LinkBrokenException">Nobody answers, now, or takes anything.</exception>
    /// <exception cref="ClusterException">It will not do, however often it is tried.</exception>
    public static async Task<PostgresSession> OpenToWriteAsync(
        JoinAddress address, string name, CancellationToken cancellationToken)
    {
        PostgresSession session = await OpenAsync(address, name, cancellationToken).ConfigureAwait(false);
        try
        {
            await session.CheckWritableAsync(cancellationToken).ConfigureAwait(false);
            return session;
        }
        catch
        {
            await session.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Throws when nothing can be written.</summary>
    /// <exception cref="LinkBrokenException">It cannot, now: a standby server may become the one that is written to.</exception>
    public async Task CheckWritableAsync(CancellationToken cancellationToken)
    {
        const string Text = "select current_setting('transaction_read_only')::boolean";
        if (await ReadOneAsync(Text, reader => reader.GetBoolean(0), cancellationToken).ConfigureAwait(false))
            throw new LinkBrokenException(TakesNothing);
    }

    /// <summary>The first row of an answer.</summary>
    /// <exception cref="LinkBrokenException">The session is gone.</exception>
    public async Task<T> ReadOneAsync<T>(string text, Func<NpgsqlDataReader, T> read, CancellationToken cancellationToken,
        params object[] values)
    {
        List<T> rows = await ReadAsync(text, read, cancellationToken, values).ConfigureAwait(false);
        return rows.Count > 0 ? rows[0] : throw new LinkBrokenException($"The database at {_address.Place} gave no answer.");
    }

    /// <summary>All rows of an answer.</summary>
    public Task<List<T>> ReadAsync<T>(string text, Func<NpgsqlDataReader, T> read, CancellationToken cancellationToken,
        params object[] values) =>
        GuardAsync(async () =>
        {
            NpgsqlCommand command = Command(text, values);
            await using ConfiguredAsyncDisposable end = command.ConfigureAwait(false);
            NpgsqlDataReader reader = await command.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false);
            await using ConfiguredAsyncDisposable close = reader.ConfigureAwait(false);
            List<T> rows = [];
            while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false))
                rows.Add(read(reader));
            return rows;
        });

    /// <summary>A statement without an answer.</summary>
    public Task ExecuteAsync(string text, CancellationToken cancellationToken, params object[] values) => GuardAsync(async () =>
    {
        NpgsqlCommand command = Command(text, values);
        await using ConfiguredAsyncDisposable end = command.ConfigureAwait(false);
        await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
        return true;
    });

    /// <summary>Waits for a notification, at most for a time.</summary>
    public Task WaitAsync(TimeSpan most, CancellationToken cancellationToken) =>
        GuardAsync(() => _connection.WaitAsync(most, cancellationToken));

    /// <summary>Tries for a while to get a lock of this session: whoever had it may be dead without the server knowing yet.</summary>
    public async Task<bool> LockAsync(int key, TimeSpan timeout, CancellationToken cancellationToken)
    {
        for (long started = TimeProvider.System.GetTimestamp(); ;)
        {
            string text = string.Create(CultureInfo.InvariantCulture, $"select pg_try_advisory_lock({ClusterSchema.LockClass}, {key})");
            if (await ReadOneAsync(text, reader => reader.GetBoolean(0), cancellationToken).ConfigureAwait(false))
                return true;
            if (TimeProvider.System.GetElapsedTime(started) > timeout)
                return false;
            await Task.Delay(TimeSpan.FromMilliseconds(100), TimeProvider.System, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Throws when statements of this session go to different processes of the server: a pooler hands it around.</summary>
    /// <param name="process">Of <c>pg_backend_pid()</c>, in a statement of now.</param>
    /// <exception cref="ClusterException">They do.</exception>
    public void CheckProcess(int process)
    {
        if (process != _process)
            throw Pooled();
    }

    public async ValueTask DisposeAsync()
    {
        try
        {
            await _connection.DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception e) when (e is NpgsqlException or IOException or SocketException)
        {
            // A connection that is broken is closed all the same.
        }
    }

    // While one of ours is open a second one must not get the same process: it would mean that the process serves whoever has a
    // transaction.
    private async Task CheckSessionAsync(CancellationToken cancellationToken)
    {
        NpgsqlConnection other = new(_connection.ConnectionString.Length > 0 ? _address.ConnectionString("syncopate check") : "");
        await using ConfiguredAsyncDisposable end = other.ConfigureAwait(false);
        PostgresSession probe = new(other, _address);
        try
        {
            await probe.ConnectAsync(cancellationToken).ConfigureAwait(false);
            await probe.ExecuteAsync("begin", cancellationToken).ConfigureAwait(false);
        }
        catch (LinkBrokenException e) when (e.InnerException is PostgresException { SqlState: PostgresErrorCodes.ProtocolViolation })
        {
            throw Pooled(); // One that hands on each statement has no transactions.
        }
        catch (LinkBrokenException e)
            when (e.InnerException is PostgresException { SqlState: PostgresErrorCodes.TooManyConnections })
        {
            return; // A role, or a server, with one connection left: each answer to an agent's question says which process gave it.
        }

        int process = await probe.ReadOneAsync("select pg_backend_pid()", reader => reader.GetInt32(0), cancellationToken)
            .ConfigureAwait(false);
        int own = await ReadOneAsync("select pg_backend_pid()", reader => reader.GetInt32(0), cancellationToken).ConfigureAwait(false);
        if (process == _process || own != _process)
            throw Pooled();
    }

    private string TakesNothing => $"The database at {_address.Place} takes no changes: it is a standby server, or read only. Name the "
        + "server that is written to.";

    private ClusterException Pooled() => new(
        $"At {_address.Place} a pooler hands statements of one session to different server processes (transaction or statement "
            + "mode). Locks and "
            + "notifications then mean nothing. Connect to the database itself, or to a pool in session mode.");

    private async Task ConnectAsync(CancellationToken cancellationToken)
    {
        try
        {
            await _connection.OpenAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (PostgresException e)
            when (e.SqlState is PostgresErrorCodes.InvalidPassword or PostgresErrorCodes.InvalidAuthorizationSpecification)
        {
            throw new ClusterException($"The database at {_address.Place} refused the role or its password ({e.MessageText}). See "
                + "Username and Password of the connection, and pg_hba.conf of the server.");
        }
        catch (PostgresException e) when (e.SqlState == PostgresErrorCodes.ProtocolViolation)
        {
            throw new ClusterException($"What answers at {_address.Place} takes no settings from a session ({e.MessageText}), as poolers "
                + "do. Connect to the database itself.");
        }
        catch (PostgresException e) when (e.SqlState == PostgresErrorCodes.InvalidCatalogName)
        {
            throw new ClusterException($"There is no such database at {_address.Place} ({e.MessageText}). Make it: createdb syncopate");
        }
        catch (PostgresException e) when (e.SqlState == PostgresErrorCodes.InsufficientPrivilege)
        {
            throw new ClusterException($"The role may not connect to the database at {_address.Place} ({e.MessageText}). Let its owner "
                + "allow it: grant connect on database NAME to ROLE");
        }
        catch (PostgresException e) when (e.SqlState == PostgresErrorCodes.TooManyConnections)
        {
            throw new LinkBrokenException($"The database at {_address.Place} has no connection left ({e.MessageText}). Each agent needs "
                + "one; raise max_connections.", e);
        }
        catch (PostgresException e) when (IsLasting(e.SqlState))
        {
            throw new ClusterException($"The database at {_address.Place} refuses what the session asks for: {e.MessageText} (SQLSTATE "
                + $"{e.SqlState}). See the connection for settings such as Timezone, and the environment for variables such as PGTZ.");
        }
        catch (PostgresException e)
        {
            // It answers, as one does that is just being started: nothing is between.
            throw new LinkBrokenException(
                $"The database at {_address.Place} takes no session now: {e.MessageText} (SQLSTATE {e.SqlState}). Try again later, or "
                    + "ask who runs it.", e);
        }
        catch (Exception e) when (e is NpgsqlException or SocketException or IOException or TimeoutException
            or CryptographicException or UnauthorizedAccessException or NotSupportedException or ArgumentException
            or InvalidOperationException)
        {
            throw Unreachable(e);
        }
    }

    private Exception Unreachable(Exception e)
    {
        if (e.InnerException is AuthenticationException)
        {
            return new ClusterException($"The certificate of the database at {_address.Place} cannot be trusted: it is not signed by an "
                + $"authority that is known here, or not for the name '{_address.Host}' ({e.InnerException.Message.TrimEnd('.')}). Name "
                + "the certificate that signed it, Root Certificate=FILE, and the host as the server's certificate names it.");
        }

        // Of files that the connection names: an answer of the server has another exception around it.
        if (e is CryptographicException or UnauthorizedAccessException or FileNotFoundException
            or DirectoryNotFoundException)
        {
            return new ClusterException($"A certificate or key that the connection to {_address.Place} names cannot be read: "
                + $"{e.Message.TrimEnd('.')}. Name a file in PEM format that you may read.");
        }

        // The client has no exception of its own for what a server asks for and it cannot do.
        if (e is NpgsqlException { InnerException: null } or NotSupportedException or ArgumentException
            or InvalidOperationException)
        {
            return new ClusterException($"The database at {_address.Place} cannot be used: {e.Message.TrimEnd('.')}. Anything but this "
                + "machine needs TLS and SCRAM.");
        }

        string why = (e.InnerException ?? e).Message.TrimEnd('.');
        return new LinkBrokenException($"Cannot connect to {_address.Place}: {why}. Is the database running, and does a firewall "
            + "let this through?", e);
    }

    private NpgsqlCommand Command(string text, object[] values)
    {
        NpgsqlCommand command = new(text, _connection);
        foreach (object value in values)
            command.Parameters.Add(new NpgsqlParameter { Value = value });
        return command;
    }

    private Task<bool> GuardAsync(Func<Task> call) => GuardAsync(async () =>
    {
        await call().ConfigureAwait(false);
        return true;
    });

    private async Task<T> GuardAsync<T>(Func<Task<T>> call)
    {
        try
        {
            return await call().ConfigureAwait(false);
        }
        catch (PostgresException e) when (IsLasting(e.SqlState) && _connection.FullState.HasFlag(System.Data.ConnectionState.Open))
        {
            throw new ClusterException($"The database at {_address.Place} refuses: {e.MessageText} (SQLSTATE {e.SqlState}). See the "
                + "rights of the role: syncopate agents --setup");
        }
        catch (PostgresException e) when (e.SqlState == PostgresErrorCodes.ReadOnlySqlTransaction)
        {
            throw new LinkBrokenException(TakesNothing, e);
        }
        // A connection that was broken before says so by an exception of its own.
        catch (Exception e) when (e is NpgsqlException or SocketException or IOException or TimeoutException
            or InvalidOperationException)
        {
            throw new LinkBrokenException($"The session with {_address.Place} is gone: {e.Message.TrimEnd('.')}.", e);
        }
    }

    // Syntax, rights, missing tables, values that it does not take: it will be the same next time. Ends, crashes and lack of resources
    // (57, 08, 53, 40) will not.
    private static bool IsLasting(string state) => state[..2] is "42" or "23" or "22" or "54" or "0A";
}
