using Npgsql;
using Syncopate.Cluster.Links.Postgres;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>What agents and conductor say to a real server with a certificate, and to one without. Connections within one machine may do
/// without TLS; these ask for it, in the words that every other host gets.</summary>
[Trait("Judges", "behaviour")]
public sealed class TlsTests(SecureDatabase secure, Database plain) : IClassFixture<SecureDatabase>
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("localhost", "VerifyFull")]
    [InlineData("127.0.0.1", "VerifyCA")] // Which is not in the certificate.
    public async Task A_server_whose_certificate_is_signed_by_the_one_that_is_named_is_spoken_to_by_TLS(
        string host, string mode)
    {
        JoinAddress address = Address(host, "guarded", $"SSL Mode={mode};Root Certificate={secure.Authority}");

        await using PostgresSession session = await PostgresSession.OpenAsync(address, "test", Token);
        bool isEncrypted = await session.ReadOneAsync(
            "select ssl from pg_stat_ssl where pid = pg_backend_pid()", row => row.GetBoolean(0), Token);

        Assert.True(isEncrypted);
    }

    [Fact]
    public Task A_certificate_of_another_authority_is_refused() =>
        RefusedAsync(Address("localhost", "guarded", $"SSL Mode=VerifyFull;Root Certificate={secure.OtherAuthority}"),
            "cannot be trusted: it is not signed by an authority that is known here");

    [Fact]
    public Task A_certificate_of_an_authority_that_nobody_named_is_refused() =>
        RefusedAsync(Address("localhost", "guarded", "SSL Mode=VerifyFull"), "Root Certificate=FILE");

    [Fact]
    public Task A_certificate_for_another_name_is_refused() =>
        RefusedAsync(Address("127.0.0.1", "guarded", $"SSL Mode=VerifyFull;Root Certificate={secure.Authority}"),
            "or not for the name '127.0.0.1'");

    [Fact]
    public Task A_password_exchange_by_MD5_is_refused() =>
        RefusedAsync(Address("localhost", "old", $"SSL Mode=VerifyFull;Root Certificate={secure.Authority}"),
            "Anything but this machine needs TLS and SCRAM");

    [Fact]
    public async Task A_server_without_TLS_is_refused()
    {
        NpgsqlConnectionStringBuilder owner = await plain.NewAsync();
        owner.SslMode = SslMode.VerifyFull;

        await RefusedAsync(JoinAddress.Parse(owner.ConnectionString), "Anything but this machine needs TLS and SCRAM");
    }

    [Fact]
    public async Task A_server_that_wants_TLS_refuses_who_comes_without()
    {
        ClusterException refused = await Assert.ThrowsAsync<ClusterException>(
            () => PostgresConductorLink.OpenAsync(Address("localhost", "guarded", "SSL Mode=Disable"), Token));

        Assert.Contains("refused the role or its password", refused.Message, StringComparison.Ordinal);
    }

    private JoinAddress Address(string host, string role, string rest) =>
        JoinAddress.Parse(secure.Connection(host, role, rest));

    // However often it is tried: an agent must not wait for it to become better.
    private static async Task RefusedAsync(JoinAddress address, string said)
    {
        ClusterException agent = await Assert.ThrowsAsync<ClusterException>(
            () => PostgresAgentLink.OpenAsync(address, "a", Token));
        ClusterException conductor = await Assert.ThrowsAsync<ClusterException>(
            () => PostgresConductorLink.OpenAsync(address, Token));

        Assert.Contains(said, agent.Message, StringComparison.Ordinal);
        Assert.Contains(said, conductor.Message, StringComparison.Ordinal);
    }
}
