using System.Data.Common;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;

namespace Syncopate.Crud.Saving;

/// <summary>A place in a caller's transaction to which one call can go back.</summary>
internal abstract class Savepoint
{
    // A call may be made within another, by a hook: each has a name of its own. SQL Server takes 32 characters.
    protected string Name { get; } = $"crud_{Guid.NewGuid():n}"[..30];

    /// <summary>Null outside a caller's transaction, and where savepoints cannot be had.</summary>
    public static Savepoint? In(DbContext context) => context.GetService<IDbContextTransactionManager>() switch
    {
        { CurrentTransaction: { } transaction } => transaction.SupportsSavepoints ? new TransactionSavepoint(transaction) : null,
        ITransactionEnlistmentManager enlisted and IRelationalConnection connection
            when Commit.IsAmbient(enlisted) && IsPostgres(context) => new ScopeSavepoint(connection),
        _ => null,
    };

    public abstract void Create();

    /// <param name="cancellationToken">Obeyed until the database is asked: PostgreSQL would end the caller's transaction with a
    /// command that is cancelled.</param>
    public abstract Task CreateAsync(CancellationToken cancellationToken);

    public abstract void Release();

    public abstract Task ReleaseAsync();

    /// <summary>Goes back to it and lets go of it.</summary>
    public abstract void RollBack();

    /// <inheritdoc cref="RollBack"/>
    public abstract Task RollBackAsync();

    // A scope has no savepoints of its own, and each database has its own words for them. Others than PostgreSQL go on
    // after a failed statement.
    private static bool IsPostgres(DbContext context) =>
        context.Database.ProviderName?.Contains("PostgreSQL", StringComparison.OrdinalIgnoreCase) is true;
}

/// <summary>In a transaction that the context knows.</summary>
internal sealed class TransactionSavepoint(IDbContextTransaction transaction) : Savepoint
{
    public override void Create() => transaction.CreateSavepoint(Name);

    public override Task CreateAsync(CancellationToken cancellationToken) =>
        transaction.CreateSavepointAsync(Name, CancellationToken.None);

    public override void Release() => transaction.ReleaseSavepoint(Name);

    public override Task ReleaseAsync() => transaction.ReleaseSavepointAsync(Name);

    public override void RollBack()
    {
        transaction.RollbackToSavepoint(Name);
        transaction.ReleaseSavepoint(Name);
    }

    public override async Task RollBackAsync()
    {
        await transaction.RollbackToSavepointAsync(Name).ConfigureAwait(false);
        await transaction.ReleaseSavepointAsync(Name).ConfigureAwait(false);
    }
}

/// <summary>In a TransactionScope, by the words of PostgreSQL. The connection stays open for the whole call.</summary>
internal sealed class ScopeSavepoint(IRelationalConnection connection) : Savepoint
{
    private bool _isOpen;

    public override void Create()
    {
        connection.Open();
        _isOpen = true;
        bool isSet = false;
        try
        {
            Execute("SAVEPOINT");
            isSet = true;
        }
        finally
        {
            if (!isSet)
                Close();
        }
    }

    public override async Task CreateAsync(CancellationToken cancellationToken)
    {
        await connection.OpenAsync(cancellationToken).ConfigureAwait(false);
        _isOpen = true;
        bool isSet = false;
        try
        {
            await ExecuteAsync("SAVEPOINT").ConfigureAwait(false);
            isSet = true;
        }
        finally
        {
            if (!isSet)
                await CloseAsync().ConfigureAwait(false);
        }
    }

    public override void Release()
    {
        Execute("RELEASE SAVEPOINT");
        Close();
    }

    public override async Task ReleaseAsync()
    {
        await ExecuteAsync("RELEASE SAVEPOINT").ConfigureAwait(false);
        await CloseAsync().ConfigureAwait(false);
    }

    public override void RollBack()
    {
        try
        {
            Execute("ROLLBACK TO SAVEPOINT");
            Execute("RELEASE SAVEPOINT");
        }
        finally
        {
            Close();
        }
    }

    public override async Task RollBackAsync()
    {
        try
        {
            await ExecuteAsync("ROLLBACK TO SAVEPOINT").ConfigureAwait(false);
            await ExecuteAsync("RELEASE SAVEPOINT").ConfigureAwait(false);
        }
        finally
        {
            await CloseAsync().ConfigureAwait(false);
        }
    }

    private void Execute(string words)
    {
        using DbCommand command = Command(words);
        command.ExecuteNonQuery();
    }

    private async Task ExecuteAsync(string words)
    {
        DbCommand command = Command(words);
        await using (command.ConfigureAwait(false))
            await command.ExecuteNonQueryAsync(CancellationToken.None).ConfigureAwait(false);
    }

    private DbCommand Command(string words)
    {
        DbCommand command = connection.DbConnection.CreateCommand();
#pragma warning disable CA2100 // The words are this class's own, the name is made of a Guid.
        command.CommandText = $"{words} {Name}";
#pragma warning restore CA2100
        return command;
    }

    private void Close()
    {
        if (_isOpen)
            connection.Close();
        _isOpen = false;
    }

    private async Task CloseAsync()
    {
        if (_isOpen)
            await connection.CloseAsync().ConfigureAwait(false);
        _isOpen = false;
    }
}
