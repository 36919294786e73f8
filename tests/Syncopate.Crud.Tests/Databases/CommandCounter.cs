using System.Data.Common;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace Syncopate.Crud.Tests.Databases;

/// <summary>Counts the commands that read, or save rows.</summary>
/// <param name="counts">Of these alone; null for all.</param>
internal sealed class CommandCounter(Func<DbCommand, bool>? counts = null) : DbCommandInterceptor
{
    public int Commands { get; private set; }

    public override InterceptionResult<DbDataReader> ReaderExecuting(
        DbCommand command, CommandEventData eventData, InterceptionResult<DbDataReader> result)
    {
        Note(command);
        return result;
    }

    public override ValueTask<InterceptionResult<DbDataReader>> ReaderExecutingAsync(
        DbCommand command,
        CommandEventData eventData,
        InterceptionResult<DbDataReader> result,
        CancellationToken cancellationToken = default)
    {
        Note(command);
        return ValueTask.FromResult(result);
    }

    private void Note(DbCommand command)
    {
        if (counts is null || counts(command))
            Commands++;
    }
}
