using System.Data.Common;

namespace Syncopate.Experiments;

/// <summary>Which databases a run is to use beside SQLite.</summary>
/// <param name="IsAsked">True when PostgreSQL was asked for, so that it must be there; false to use it where its programs are.</param>
/// <param name="Connection">Connects a server that runs already; null to start one. May hold a password, so the record
/// prints none of it.</param>
internal sealed record DatabaseChoice(bool IsAsked, string? Connection)
{
    /// <summary>PostgreSQL where its programs are, and SQLite.</summary>
    public static DatabaseChoice WhateverIsHere { get; } = new(false, null);

    /// <summary>Host and port of <see cref="Connection"/>, without any secret; empty when there is none.</summary>
    public string Place
    {
        get
        {
            if (Connection is null)
                return "";
            DbConnectionStringBuilder parts = new() { ConnectionString = Connection };
            string? Part(params string[] names) =>
                names.Select(n => parts.TryGetValue(n, out object? value) ? value.ToString() : null).FirstOrDefault(v => v is not null);
            return $"{Part("Host", "Server")}:{Part("Port") ?? "5432"}";
        }
    }

    /// <summary>Whether a text is a connection string that names a host. What is wrong with one is not said: it may
    /// hold a password in the wrong place.</summary>
    public static bool IsConnection(string text)
    {
        try
        {
            DbConnectionStringBuilder parts = new() { ConnectionString = text };
            return parts.ContainsKey("Host") || parts.ContainsKey("Server");
        }
        catch (ArgumentException)
        {
            return false;
        }
    }

    /// <inheritdoc/>
    public override string ToString() => Connection is null ? IsAsked ? "PostgreSQL" : "whatever is here" : $"PostgreSQL at {Place}";
}
