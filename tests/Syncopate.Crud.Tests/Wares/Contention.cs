using System.Data.Common;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Syncopate.Crud.Tests.Databases;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>Has the database answer some commands of a save with a deadlock.</summary>
internal sealed class Contention : CommandInterceptor
{
    private int _passing;

    /// <summary>How many commands it has still to answer so.</summary>
    public int Left { get; private set; }

    /// <param name="passing">Commands that go well before.</param>
    /// <param name="times">How many do not.</param>
    public void Arm(int passing, int times) => (_passing, Left) = (passing, times);

    protected override void Meet(DbCommand command, CommandEventData eventData)
    {
        if (eventData.CommandSource != CommandSource.SaveChanges || Left == 0 || _passing-- > 0)
            return;
        _passing = 0;
        Left--;
        throw new Deadlock();
    }
}
