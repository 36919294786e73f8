using System.Data.Common;
using System.Text.RegularExpressions;

namespace Syncopate.Crud.Refusing;

/// <summary>What a database says of a constraint that was broken: its name, or a table and columns, or (a foreign key
/// on SQLite) nothing.</summary>
/// <param name="Name">As in the database.</param>
/// <param name="Table">Without its schema.</param>
/// <param name="Columns">Of that table; may be empty.</param>
internal sealed partial record BrokenConstraint(string? Name, string? Table, IReadOnlyList<string> Columns)
{
    /// <summary>What a trigger gave as its reason; null for other rules.</summary>
    public string? Text { get; init; }

    /// <summary>Reads PostgreSQL's fields, else the message of SQLite or SQL Server, neither of which has fields for it.</summary>
    public static BrokenConstraint Of(DbException exception)
    {
        if (exception.SqlState is { Length: 5 })
            return new BrokenConstraint(
                Field(exception, "ConstraintName"),
                Field(exception, "TableName"),
                Field(exception, "ColumnName") is { } column ? [column] : [])
            {
                Text = Field(exception, "MessageText"),
            };

        Match raised = SqliteReason().Match(exception.Message);
        string text = raised.Success ? raised.Groups["text"].Value : exception.Message;
        return OfSqlite(exception.Message) ?? OfSqlServer(exception.Message) with { Text = text };
    }

    private static BrokenConstraint? OfSqlite(string message)
    {
        if (SqliteFailure().Match(message) is not { Success: true } failure)
            return null;
        string subject = failure.Groups["subject"].Value;
        if (SqliteIndex().Match(subject) is { Success: true } index)
            return new BrokenConstraint(index.Groups["name"].Value, null, []);

        // "Tags.Slug, Tags.Language"; a check gives its name, or its text when it has none.
        string[][] columns = [.. subject.Split(", ").Select(column => column.Split('.'))];
        return failure.Groups["kind"].Value is not "CHECK" && columns.All(column => column.Length == 2)
            ? new BrokenConstraint(null, columns[0][0], [.. columns.Select(column => column[1])])
            : new BrokenConstraint(subject.Length > 0 ? subject : null, null, []);
    }

    private static BrokenConstraint OfSqlServer(string message)
    {
        Match name = SqlServerName().Match(message);
        Match column = SqlServerColumn().Match(message);
        Match table = SqlServerTable().Match(message);
        return new BrokenConstraint(
            name.Success ? name.Groups["name"].Value : null,
            table.Success ? table.Groups["name"].Value.Split('.')[^1] : null,
            column.Success ? [column.Groups["name"].Value] : []);
    }

    private static string? Field(DbException exception, string name) =>
        exception.GetType().GetProperty(name)?.GetValue(exception) as string;

    [GeneratedRegex("(?<kind>UNIQUE|NOT NULL|CHECK|FOREIGN KEY) constraint failed(: (?<subject>.*?))?'?\\.?$", RegexOptions.Singleline)]
    private static partial Regex SqliteFailure();

    [GeneratedRegex("^SQLite Error [0-9]+: '(?<text>.*)'\\.$", RegexOptions.Singleline)]
    private static partial Regex SqliteReason();

    [GeneratedRegex("^index '(?<name>[^']*)'?$")]
    private static partial Regex SqliteIndex();

    [GeneratedRegex("""(?:constraint|unique index) ['"](?<name>[^'"]+)['"]""")]
    private static partial Regex SqlServerName();

    [GeneratedRegex("column '(?<name>[^']+)'")]
    private static partial Regex SqlServerColumn();

    [GeneratedRegex("""(?:table|object) ['"](?<name>[^'"]+)['"]""")]
    private static partial Regex SqlServerTable();
}
