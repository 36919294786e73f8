using Syncopate.Crud.Tests.Databases;
using Syncopate.Measuring;
using Xunit;

[assembly: AssemblyFixture(typeof(PostgresFixture))]

namespace Syncopate.Crud.Tests.Databases;

/// <summary>One PostgreSQL for all tests, where the machine has its programs.</summary>
public sealed class PostgresFixture : IAsyncLifetime
{
    /// <summary>Null when the machine has no PostgreSQL.</summary>
    public PostgresServer? Server { get; private set; }

    public async ValueTask InitializeAsync()
    {
        if (await PostgresPrograms.FindAsync() is not null)
            Server = await PostgresServer.StartAsync();
    }

    public async ValueTask DisposeAsync()
    {
        if (Server is not null)
            await Server.DisposeAsync();
    }
}
