using System.Globalization;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>A PostgreSQL with a certificate for localhost, and two roles: the password of one is checked by SCRAM, of the other by
/// MD5.</summary>
public sealed class SecureDatabase : IAsyncLifetime
{
    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-test-").FullName;
    private MortalDatabase? _server;

    /// <summary>The certificate that signed the server's.</summary>
    public string Authority => Path.Combine(_folder, "ca.pem");

    /// <summary>One that did not.</summary>
    public string OtherAuthority => Path.Combine(_folder, "other.pem");

    public async ValueTask InitializeAsync()
    {
        if (await PostgresPrograms.FindAsync() is null)
            return;
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(_folder, (UnixFileMode)0b111_101_101); // Another user runs the server when these tests run as root.
        using X509Certificate2 authority = NewAuthority("CN=Test authority");
        using X509Certificate2 other = NewAuthority("CN=Another authority");
        await File.WriteAllTextAsync(Authority, authority.ExportCertificatePem());
        await File.WriteAllTextAsync(OtherAuthority, other.ExportCertificatePem());
        await WriteServerAsync(authority);
        _server = await MortalDatabase.StartAsync(async server =>
        {
            await server.InstallAsync(Path.Combine(_folder, "server.crt"), "server.crt");
            await server.InstallAsync(Path.Combine(_folder, "server.key"), "server.key");
            await server.InstallAsync(Path.Combine(_folder, "pg_hba.conf"), "pg_hba.conf");
            await server.InstallAsync(Path.Combine(_folder, "postgresql.auto.conf"), "postgresql.auto.conf");
        });
        await Database.ExecuteAsync(_server.ConnectionString, "create role guarded superuser login password 'guarded'");
        await Database.ExecuteAsync(
            _server.ConnectionString, "set password_encryption = 'md5'; create role old superuser login password 'old'");
    }

    /// <summary>The connection of a role whose password is its name; the test is skipped where there is no PostgreSQL.</summary>
    /// <param name="host">localhost, as in the certificate, or 127.0.0.1.</param>
    /// <param name="role">guarded or old.</param>
    /// <param name="rest">What else the connection says.</param>
    public string Connection(string host, string role, string rest)
    {
        Assert.SkipWhen(_server is null, "The PostgreSQL programs are not here. On Debian: apt-get install postgresql");
        return string.Create(CultureInfo.InvariantCulture,
            $"Host={host};Port={_server.Port};Database=postgres;Username={role};Password={role};Require Auth=ScramSHA256;{rest}");
    }

    public async ValueTask DisposeAsync()
    {
        if (_server is not null)
            await _server.DisposeAsync();
        Directory.Delete(_folder, recursive: true);
    }

    private async Task WriteServerAsync(X509Certificate2 authority)
    {
        using ECDsa key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        CertificateRequest request = new("CN=localhost", key, HashAlgorithmName.SHA256);
        SubjectAlternativeNameBuilder names = new();
        names.AddDnsName("localhost");
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(false, false, 0, true));
        using X509Certificate2 certificate = request.Create(
            authority, authority.NotBefore, authority.NotAfter, RandomNumberGenerator.GetBytes(8));
        await WriteAsync("server.crt", certificate.ExportCertificatePem());
        await WriteAsync("server.key", key.ExportPkcs8PrivateKeyPem());
        await WriteAsync("pg_hba.conf", """
            hostssl all guarded all scram-sha-256
            hostssl all old all md5
            host all syncopate all trust

            """);
        await WriteAsync("postgresql.auto.conf", "ssl = on\n");
    }

    private Task WriteAsync(string file, string text) => File.WriteAllTextAsync(Path.Combine(_folder, file), text);

    private static X509Certificate2 NewAuthority(string name)
    {
        using ECDsa key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        CertificateRequest request = new(name, key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        X509KeyUsageFlags uses = X509KeyUsageFlags.KeyCertSign | X509KeyUsageFlags.CrlSign;
        request.CertificateExtensions.Add(new X509KeyUsageExtension(uses, true));
        DateTimeOffset now = TimeProvider.System.GetUtcNow();
        return request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
    }
}
