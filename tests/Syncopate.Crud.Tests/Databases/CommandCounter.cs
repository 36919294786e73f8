using System.Data.Common;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace Syncopate.Crud.Tests.Databases;

/// <summary>Counts the commands that read, or save rows.</summary>
/// <param name="counts">Of these alone; null for all.</param>
internal sealed class CommandCounter(Func<DbCommand, bool>? counts = null) : CommandInterceptor
{
    public int Commands { get; private set; }

    protected override void Meet(DbCommand command, CommandEventData eventData)
    {
        if (counts is null || counts(command))
            Commands++;
    }
}
