using System.Data.Common;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>Cancels a source when the command of a number is about to be sent.</summary>
internal sealed class Canceller : DbCommandInterceptor
{
    private CancellationTokenSource? _source;
    private int _left;

    /// <summary>Begins to count.</summary>
    public void Arm(CancellationTokenSource? source, int command) => (_source, _left) = (source, command);

    public override ValueTask<InterceptionResult<DbDataReader>> ReaderExecutingAsync(
        DbCommand command, CommandEventData eventData, InterceptionResult<DbDataReader> result,
        CancellationToken cancellationToken = default)
    {
        Count();
        return ValueTask.FromResult(result);
    }

    public override ValueTask<InterceptionResult<int>> NonQueryExecutingAsync(
        DbCommand command, CommandEventData eventData, InterceptionResult<int> result, CancellationToken cancellationToken = default)
    {
        Count();
        return ValueTask.FromResult(result);
    }

    private void Count()
    {
        if (_source is not null && --_left == 0)
            _source.Cancel();
    }
}
