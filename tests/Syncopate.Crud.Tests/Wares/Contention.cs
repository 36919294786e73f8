using System.Data.Common;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>Has the database answer some commands of a save with a deadlock.</summary>
internal sealed class Contention : DbCommandInterceptor
{
    private int _passing;
    private int _left;

    /// <param name="passing">Commands that go well before.</param>
    /// <param name="times">How many do not.</param>
    public void Arm(int passing, int times) => (_passing, _left) = (passing, times);

    public override InterceptionResult<DbDataReader> ReaderExecuting(
        DbCommand command, CommandEventData eventData, InterceptionResult<DbDataReader> result)
    {
        Meet(eventData);
        return result;
    }

    public override ValueTask<InterceptionResult<DbDataReader>> ReaderExecutingAsync(
        DbCommand command,
        CommandEventData eventData,
        InterceptionResult<DbDataReader> result,
        CancellationToken cancellationToken = default)
    {
        Meet(eventData);
        return ValueTask.FromResult(result);
    }

    private void Meet(CommandEventData eventData)
    {
        if (eventData.CommandSource != CommandSource.SaveChanges || _left == 0 || _passing-- > 0)
            return;
        _passing = 0;
        _left--;
        throw new Deadlock();
    }

    internal sealed class Deadlock : DbException
    {
        public override string SqlState => "40P01";

        public override bool IsTransient => true;
    }
}
