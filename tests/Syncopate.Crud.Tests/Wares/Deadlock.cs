using System.Data.Common;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>As PostgreSQL tells of one.</summary>
internal sealed class Deadlock : DbException
{
    public override string SqlState => "40P01";

    public override bool IsTransient => true;
}
