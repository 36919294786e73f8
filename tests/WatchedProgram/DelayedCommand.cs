using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;

namespace WatchedProgram;

/// <summary>A command of ADO.NET that does nothing but wait for its database, over a socket as drivers do.</summary>
internal sealed class DelayedCommand : DbCommand
{
    private readonly DelayedSocket _database = new();

    [AllowNull]
    public override string CommandText { get; set; } = "";

    public override int CommandTimeout { get; set; }

    public override CommandType CommandType { get; set; }

    public override bool DesignTimeVisible { get; set; }

    public override UpdateRowSource UpdatedRowSource { get; set; }

    protected override DbConnection? DbConnection { get; set; }

    protected override DbParameterCollection DbParameterCollection => throw new NotSupportedException();

    protected override DbTransaction? DbTransaction { get; set; }

    public override object? ExecuteScalar()
    {
        _database.AnswerIn(milliseconds: 90);
        return _database.Near.Receive(new byte[1]);
    }

    public override int ExecuteNonQuery() => throw new NotSupportedException();

    public override void Cancel() => throw new NotSupportedException();

    public override void Prepare() => throw new NotSupportedException();

    protected override DbParameter CreateDbParameter() => throw new NotSupportedException();

    protected override DbDataReader ExecuteDbDataReader(CommandBehavior behavior) => throw new NotSupportedException();
}
