using System.Data.Common;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace Syncopate.Crud.Tests.BothForms;

/// <summary>Notes on which thread commands are sent and answered.</summary>
public sealed class ThreadWatch : DbCommandInterceptor
{
    private Thread? _expected;

    public int Commands { get; private set; }

    public int Elsewhere { get; private set; }

    public void Expect(Thread thread) => _expected = thread;

    public void See()
    {
        if (Thread.CurrentThread != _expected)
            Elsewhere++;
    }

    public override DbDataReader ReaderExecuted(DbCommand command, CommandExecutedEventData eventData, DbDataReader result)
    {
        Commands++;
        See();
        return result;
    }

    public override int NonQueryExecuted(DbCommand command, CommandExecutedEventData eventData, int result)
    {
        Commands++;
        See();
        return result;
    }
}
