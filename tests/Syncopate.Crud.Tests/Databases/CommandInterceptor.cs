using System.Data.Common;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace Syncopate.Crud.Tests.Databases;

/// <summary>Meets the commands that read, or save rows, before they are sent: those of sync calls and of async ones alike.</summary>
internal abstract class CommandInterceptor : DbCommandInterceptor
{
    public sealed override InterceptionResult<DbDataReader> ReaderExecuting(
        DbCommand command, CommandEventData eventData, InterceptionResult<DbDataReader> result)
    {
        Meet(command, eventData);
        return result;
    }

    public sealed override ValueTask<InterceptionResult<DbDataReader>> ReaderExecutingAsync(
        DbCommand command,
        CommandEventData eventData,
        InterceptionResult<DbDataReader> result,
        CancellationToken cancellationToken = default)
    {
        Meet(command, eventData);
        return ValueTask.FromResult(result);
    }

    /// <summary>Called for each of them. What it throws is what the database answers.</summary>
    protected abstract void Meet(DbCommand command, CommandEventData eventData);
}
