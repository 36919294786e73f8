using System.Globalization;
using System.Net;
using Npgsql;

namespace Syncopate.Cluster.Links.Postgres;

/// <summary>Where the database is by which machines work together, checked: only a database on this machine may be spoken to without
/// TLS, or with another password exchange than SCRAM.</summary>
internal sealed class JoinAddress
{
    private readonly string _text;
    private volatile bool _isChecked;

    private JoinAddress(NpgsqlConnectionStringBuilder builder)
    {
        _text = builder.ConnectionString;
        Place = string.Create(CultureInfo.InvariantCulture, $"{builder.Host}:{builder.Port}/{builder.Database ?? builder.Username}");
        Host = builder.Host ?? "";
        IsLocal = IsHere(Host);
        HasPassword = builder.Password is { Length: > 0 } || builder.SslPassword is { Length: > 0 };
    }

    /// <summary>Host, port and database: what may be shown.</summary>
    public string Place { get; }

    /// <summary>The host alone.</summary>
    public string Host { get; }

    /// <summary>Whether it is on this machine.</summary>
    public bool IsLocal { get; }

    /// <summary>True once a session there was found to be one of the database, and not of a pooler that hands it around. Any
    /// thread.</summary>
    public bool IsChecked
    {
        get => _isChecked;
        set => _isChecked = value;
    }

    /// <summary>Whether a password stands in it: of the role, or of its key.</summary>
    public bool HasPassword { get; }

    /// <summary>With what a session of ours needs. Holds the password: keep it out of messages.</summary>
    /// <param name="name">As the database lists the session.</param>
    public string ConnectionString(string name) => new NpgsqlConnectionStringBuilder(_text)
    {
        ApplicationName = name,
        Pooling = false, // A session is a membership.
        Enlist = false,
        Timeout = 5,
        CommandTimeout = 5,
        CancellationTimeout = -1, // A server that does not answer does not answer to that either.
        TcpKeepAlive = true,
        TcpKeepAliveTime = 1,
        TcpKeepAliveInterval = 1,
        Options = ("-c statement_timeout=0 " + new NpgsqlConnectionStringBuilder(_text).Options).Trim(),
        // The client asks before we can set anything.
        IncludeErrorDetail = false, // Values of rows belong into no message.
    }.ConnectionString;

    /// <summary>Reads a connection string: "Host=...;Username=..." or postgresql://user@host/database.</summary>
    /// <exception cref="ClusterException">It is none, or what it asks for is not safe; the message repeats no password.</exception>
    public static JoinAddress Parse(string text)
    {
        NpgsqlConnectionStringBuilder builder = Read(text);
        if (string.IsNullOrEmpty(builder.Host))
            throw new ClusterException("The connection has no host. Example: Host=db.example.com;Database=syncopate;Username=agent1");
        if (builder.Host.Contains(',', StringComparison.Ordinal))
        {
            throw new ClusterException($"The connection has several hosts ('{builder.Host}'); what coordinates must be one server. Name "
                + "the one that is written to.");
        }

        if (!IsHere(builder.Host))
            CheckSafe(builder, text);
        CheckFile(builder.Host, "Root Certificate", builder.RootCertificate);
        CheckFile(builder.Host, "SSL Certificate", builder.SslCertificate);
        CheckFile(builder.Host, "SSL Key", builder.SslKey);
        return new JoinAddress(builder);
    }

    // The client takes it as well, and without this localhost:5433 would be another machine.
    private static void SplitPort(NpgsqlConnectionStringBuilder builder)
    {
        if (builder.Host?.Split(':') is [{ Length: > 0 } host, var port]
            && ushort.TryParse(port, NumberStyles.None, CultureInfo.InvariantCulture, out ushort number))
        {
            (builder.Host, builder.Port) = (host, number);
        }
    }

    // The client opens it when it connects, and what it says then looks like a database that is not there.
    private static void CheckFile(string host, string name, string? file)
    {
        if (string.IsNullOrEmpty(file))
            return;
        try
        {
            using FileStream readable = File.OpenRead(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException
            or NotSupportedException)
        {
            throw new ClusterException($"The connection to {host} names a file that cannot be read: {name}={file} "
                + $"({e.Message.TrimEnd('.')}). Name one in PEM format that you may read.");
        }
    }

    private static void CheckSafe(NpgsqlConnectionStringBuilder builder, string text)
    {
        if (!IsSaid(text, "ssl mode", "sslmode"))
            builder.SslMode = SslMode.VerifyFull;
        if (builder.SslMode is not (SslMode.VerifyCA or SslMode.VerifyFull))
        {
            throw new ClusterException(
                $"The connection to {builder.Host} asks for SSL Mode={builder.SslMode}, by which anybody between could read or change "
                    + "what is measured. "
                + "Leave it out: then the server's certificate is checked (SSL Mode=VerifyFull). A certificate of your own: Root "
                    + "Certificate=FILE");
        }

        if (builder.SslMode == SslMode.VerifyCA && string.IsNullOrEmpty(builder.RootCertificate))
        {
            throw new ClusterException(
                $"The connection to {builder.Host} asks for SSL Mode=VerifyCA without Root Certificate: whoever has any certificate of a "
                    + "public authority would pass for the database. "
                + "Name the one that signed the server's: Root Certificate=FILE; or leave SSL Mode out: then the name is checked, too.");
        }

        // The client would take it where a ticket of Kerberos and the server allow it, and then no TLS and no certificate.
        if (builder.GssEncryptionMode == GssEncryptionMode.Require)
        {
            throw new ClusterException(
                $"The connection to {builder.Host} asks for GSS Encryption Mode=Require, by which there is no TLS and no certificate. "
                    + "Leave it out.");
        }

        builder.GssEncryptionMode = GssEncryptionMode.Disable;
        builder.RequireAuth = builder.RequireAuth is null ? "ScramSHA256" : builder.RequireAuth;
        if (!builder.RequireAuth.Replace("-", "", StringComparison.Ordinal).Equals("ScramSHA256", StringComparison.OrdinalIgnoreCase))
        {
            throw new ClusterException(
                $"The connection to {builder.Host} asks for Require Auth={builder.RequireAuth}; only SCRAM keeps a password from a server "
                    + "that is not the right one. "
                + "Leave it out, and store the password as scram-sha-256 (password_encryption). Channel Binding=Require allows "
                + "SCRAM-SHA-256-PLUS alone.");
        }
    }

    private static bool IsSaid(string text, params string[] names) =>
        names.Any(name => text.Contains(name.Replace(" ", "", StringComparison.Ordinal), StringComparison.OrdinalIgnoreCase)
            || text.Contains(name, StringComparison.OrdinalIgnoreCase));

    private static bool IsHere(string host) =>
        host.StartsWith('/') || host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
            || (IPAddress.TryParse(host, out IPAddress? address) && IPAddress.IsLoopback(address));

    private static NpgsqlConnectionStringBuilder Read(string text)
    {
        try
        {
            NpgsqlConnectionStringBuilder builder =
                text.StartsWith("postgres", StringComparison.OrdinalIgnoreCase) && text.Contains("://", StringComparison.Ordinal)
                    ? OfUri(new Uri(text))
                    : new NpgsqlConnectionStringBuilder(text);
            SplitPort(builder);
            return builder;
        }
        catch (Exception e) when (e is ArgumentException or FormatException or InvalidCastException or OverflowException
            or NotSupportedException)
        {
            // What was found may be a password.
            string scram = text.Contains("ScramSHA256Plus", StringComparison.OrdinalIgnoreCase)
                ? " SCRAM-SHA-256-PLUS is asked for by Channel Binding=Require, and taken without it where a server offers it." : "";
            throw new ClusterException(
                "The connection cannot be read: it takes names and values such as Host=db.example.com;Database=syncopate;Username=agent1, "
                    + $"or postgresql://agent1@db.example.com/syncopate.{scram}");
        }
    }

    private static NpgsqlConnectionStringBuilder OfUri(Uri uri)
    {
        NpgsqlConnectionStringBuilder builder = new() { Host = uri.Host, Port = uri.Port > 0 ? uri.Port : 5432 };
        string[] user = uri.UserInfo.Split(':', 2);
        if (user[0].Length > 0)
            builder.Username = Uri.UnescapeDataString(user[0]);
        if (user.Length > 1)
            builder.Password = Uri.UnescapeDataString(user[1]);
        if (uri.AbsolutePath.Length > 1)
            builder.Database = Uri.UnescapeDataString(uri.AbsolutePath[1..]);
        foreach (string pair in uri.Query.TrimStart('?').Split('&', StringSplitOptions.RemoveEmptyEntries))
        {
            string[] both = pair.Split('=', 2);
            string value = both.Length > 1 ? Uri.UnescapeDataString(both[1]) : "";
            if (both[0] == "sslmode")
                builder["SSL Mode"] = value.Replace("-", "", StringComparison.Ordinal);
            else
                builder[both[0] == "sslrootcert" ? "Root Certificate" : both[0]] = value;
        }

        return builder;
    }
}
