using Syncopate.Cluster.Links.Postgres;
using Xunit;

namespace Syncopate.Cluster.Tests;

[Trait("Judges", "behaviour")]
public sealed class JoinAddressTests
{
    private const string Canary = "canary-5f1c9";

    [Theory]
    [InlineData("Host=db.example.com;Username=a;Password=p")]
    [InlineData("postgresql://a:p@db.example.com/syncopate")]
    [InlineData("Host=db.example.com;Username=a;SSL Mode=VerifyCA;Root Certificate=/dev/null")]
    [InlineData("postgresql://a:p@db.example.com/syncopate?sslmode=verify-full&sslrootcert=/dev/null")]
    [InlineData("Host=127.0.0.2;Username=a", false)]
    [InlineData("Host=localhost;Username=a", false)]
    [InlineData("Host=/var/run/postgresql;Username=a", false)]
    public void Anything_but_this_machine_is_spoken_to_by_TLS_and_SCRAM(string text, bool isSafe = true)
    {
        string connection = JoinAddress.Parse(text).ConnectionString("test");

        Assert.Equal(isSafe, connection.Contains("SSL Mode=Verify", StringComparison.Ordinal));
        Assert.Equal(isSafe, connection.Contains("Require Auth=ScramSHA256", StringComparison.OrdinalIgnoreCase));
        // Else whoever has a ticket of Kerberos might be spoken to by that, without TLS.
        Assert.Equal(isSafe, connection.Contains("GSS Encryption Mode=Disable", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("Host=db.example.com;SSL Mode=Disable;Password=" + Canary, "asks for SSL Mode=Disable")]
    [InlineData("Host=db.example.com;SSL Mode=Prefer;Password=" + Canary, "asks for SSL Mode=Prefer")]
    [InlineData("Host=db.example.com;SSL Mode=Require;Password=" + Canary, "asks for SSL Mode=Require")]
    [InlineData("postgresql://a:" + Canary + "@10.0.0.1/x?sslmode=disable", "asks for SSL Mode=Disable")]
    [InlineData("Host=db.example.com;Require Auth=MD5;Password=" + Canary, "only SCRAM")]
    [InlineData("Host=db.example.com;SSL Mode=VerifyCA;Password=" + Canary, "VerifyCA without Root Certificate")]
    [InlineData("Host=db.example.com;Root Certificate=/nowhere/ca.pem;Password=" + Canary, "Root Certificate=/nowhere/ca.pem")]
    [InlineData("Host=localhost;SSL Key=/nowhere/key.pem;Password=" + Canary, "SSL Key=/nowhere/key.pem")]
    [InlineData("Host=db.example.com;Require Auth=ScramSHA256Plus;Password=" + Canary, "Channel Binding=Require")]
    [InlineData("Host=db.example.com;GSS Encryption Mode=Require;Password=" + Canary, "asks for GSS Encryption Mode=Require")]
    [InlineData("Database=x;Password=" + Canary, "no host")]
    [InlineData("Host=a,b;Password=" + Canary, "several hosts")]
    [InlineData("Hots=a;Password=" + Canary, "cannot be read")]
    [InlineData("Host=localhost:0;Password=" + Canary, "cannot be read")]
    [InlineData(Canary, "cannot be read")]
    public void What_is_not_safe_or_no_connection_is_refused_without_its_password(string text, string said)
    {
        ClusterException refused = Assert.Throws<ClusterException>(() => JoinAddress.Parse(text));

        Assert.Contains(said, refused.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(Canary, refused.ToString(), StringComparison.Ordinal);
    }

    /// <summary>The password of a key stands in the list of processes as well as one of a role does.</summary>
    [Theory]
    [InlineData("Host=localhost", false)]
    [InlineData("Host=localhost;Password=" + Canary, true)]
    [InlineData("Host=localhost;SSL Password=" + Canary, true)]
    public void A_password_of_any_kind_is_known_of(string text, bool has) =>
        Assert.Equal(has, JoinAddress.Parse(text).HasPassword);

    /// <summary>It was another machine, and asked for TLS.</summary>
    [Theory]
    [InlineData("Host=localhost:5433;Database=d", "localhost:5433/d", true)]
    [InlineData("Host=127.0.0.1:5433;Database=d", "127.0.0.1:5433/d", true)]
    [InlineData("Host=db.example.com:5433;Database=d", "db.example.com:5433/d", false)]
    [InlineData("Host=::1;Database=d", "::1:5432/d", true)]
    public void A_port_may_stand_behind_the_host(string text, string place, bool isLocal)
    {
        JoinAddress address = JoinAddress.Parse(text);

        Assert.Equal((place, isLocal), (address.Place, address.IsLocal));
    }

    [Fact]
    public void What_is_shown_holds_no_secret()
    {
        JoinAddress address = JoinAddress.Parse($"Host=127.0.0.1;Port=5433;Database=d;Username=u;Password={Canary}");

        Assert.Equal("127.0.0.1:5433/d", address.Place);
        Assert.True(address.HasPassword);
    }
}
