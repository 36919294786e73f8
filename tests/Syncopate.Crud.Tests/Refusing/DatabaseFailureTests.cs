using System.Data.Common;
using System.Net.Sockets;
using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Refusing;
using Xunit;

namespace Syncopate.Crud.Tests.Refusing;

/// <summary>What is reported by the shape of an exception alone. SQL Server is not on the machines of the tests: its
/// numbers and texts are those of its documentation.</summary>
public sealed class DatabaseFailureTests
{
    [Theory]
    [InlineData(
        2601,
        "Cannot insert duplicate key row in object 'dbo.Tags' with unique index 'IX_Tags_Slug'. The duplicate key value is (a).",
        "Unique",
        "IX_Tags_Slug|Tags|")]
    [InlineData(
        2627,
        "Violation of PRIMARY KEY constraint 'PK_Tags'. Cannot insert duplicate key in object 'dbo.Tags'.",
        "Unique",
        "PK_Tags|Tags|")]
    [InlineData(
        547,
        "The INSERT statement conflicted with the FOREIGN KEY constraint \"FK_Posts_Blogs\". "
            + "The conflict occurred in database \"x\", table \"dbo.Blogs\", column 'Id'.",
        "ForeignKey",
        "FK_Posts_Blogs|Blogs|Id")]
    [InlineData(
        547,
        "The INSERT statement conflicted with the CHECK constraint \"CK_Stars\". "
            + "The conflict occurred in database \"x\", table \"dbo.Posts\", column 'Stars'.",
        "Check",
        "CK_Stars|Posts|Stars")]
    [InlineData(
        515,
        "Cannot insert the value NULL into column 'Slug', table 'x.dbo.Tags'; column does not allow nulls. INSERT fails.",
        "NotNull",
        "|Tags|Slug")]
    [InlineData(
        2628,
        "String or binary data would be truncated in table 'x.dbo.Tags', column 'Slug'. Truncated value: 'a'.",
        "TooLong",
        "|Tags|Slug")]
    [InlineData(1205, "Transaction was deadlocked.", "Contention", "||")]
    [InlineData(-2, "Timeout expired.", "Away", "||")]
    [InlineData(1105, "Could not allocate space.", "Full", "||")]
    public void Sql_server_is_known_by_its_numbers(int number, string message, string kind, string constraint)
    {
        SqlException cause = new(number, message);

        DatabaseFailure? failure = DatabaseFailure.Of(new DbUpdateException("x", cause));
        BrokenConstraint broken = BrokenConstraint.Of(cause);

        Assert.Equal(kind, failure?.Kind.ToString());
        Assert.Equal(constraint, $"{broken.Name}|{broken.Table}|{string.Join(' ', broken.Columns)}");
    }

    [Theory]
    [InlineData("SQLite Error 19: 'UNIQUE constraint failed: Tags.Slug, Tags.Language'.", null, "Tags", "Slug Language")]
    [InlineData("SQLite Error 19: 'UNIQUE constraint failed: index 'IX_Lower''.", "IX_Lower", null, "")]
    [InlineData("SQLite Error 19: 'NOT NULL constraint failed: Tags.Slug'.", null, "Tags", "Slug")]
    [InlineData("SQLite Error 19: 'CHECK constraint failed: CK_Posts_Stars'.", "CK_Posts_Stars", null, "")]
    [InlineData("SQLite Error 19: 'FOREIGN KEY constraint failed'.", null, null, "")]
    public void Sqlite_tells_by_its_text(string message, string? name, string? table, string columns)
    {
        BrokenConstraint broken = BrokenConstraint.Of(new SqlException(0, message));

        Assert.Equal((name, table, columns), (broken.Name, broken.Table, string.Join(' ', broken.Columns)));
    }

    [Theory]
    [InlineData("22012", "Unfit"), InlineData("2201E", "Unfit"), InlineData("22P02", "Unfit"), InlineData("22001", "TooLong")]
    [InlineData("P0001", "Raised"), InlineData("P0002", "Raised"), InlineData("P0004", "Raised"), InlineData("AB123", "Raised")]
    [InlineData("44000", "Raised"), InlineData("57014", "Declined"), InlineData("25006", "Declined")]
    [InlineData("53300", "Declined"), InlineData("57P03", "Declined"), InlineData("57P01", "Away"), InlineData("08006", "Away")]
    [InlineData("42P01", null), InlineData("25P02", null), InlineData("HY000", null), InlineData("42501", null)]
    [InlineData("70100", "Declined")]
    public void A_state_is_known_by_itself_or_by_its_class(string state, string? kind) =>
        Assert.Equal(kind, DatabaseFailure.Of(new DbUpdateException("x", new Stated(state)))?.Kind.ToString());

    [Theory]
    [InlineData("new row violates row-level security policy for table \"Tag\"", "", "Raised")]
    [InlineData("neue Zeile verletzt Policy für Sicherheit auf Zeilenebene", "ExecWithCheckOptions", "Raised")]
    [InlineData("only clerks may do this", "exec_stmt_raise", "Raised")]
    [InlineData("permission denied for table Tag", "aclcheck_error", null)]
    public void A_missing_privilege_is_no_rule_for_a_user(string message, string routine, string? kind) =>
        Assert.Equal(kind, DatabaseFailure.Of(new Reported(message, routine))?.Kind.ToString());

    [Theory, InlineData("57014"), InlineData("25006"), InlineData("53300")]
    public void A_database_that_declines_has_saved_nothing(string state)
    {
        Refusal? refusal = DatabaseFailure.Of(new Stated(state))?.RefusedSave();

        Assert.Equal((Outcome.Unavailable, false), (refusal?.Outcome, refusal?.MayBeSaved));
    }

    [Fact]
    public void A_connection_that_cannot_be_made_is_away_and_an_unknown_error_is_nobody_s()
    {
        Assert.Equal(
            FailureKind.Away,
            DatabaseFailure.Of(new InvalidOperationException("transient", new Plain(new SocketException())))?.Kind);
        Assert.Null(DatabaseFailure.Of(new Plain(null)));
        Assert.Null(DatabaseFailure.Of(new InvalidOperationException("a bug")));
        Assert.Null(DatabaseFailure.OfRead(new SqlException(2601, "")));
    }

    /// <summary>Has the name and the property by which SQL Server's exception is known.</summary>
    private sealed class SqlException(int number, string message) : DbException(message)
    {
        public int Number => number;
    }

    private sealed class Plain(Exception? inner) : DbException("x", inner);

    /// <summary>Has the property in which Npgsql tells which function of PostgreSQL reported it.</summary>
    private sealed class Reported(string message, string routine) : DbException(message)
    {
        public override string SqlState => "42501";

        public string Routine => routine;
    }

    private sealed class Stated(string state) : DbException
    {
        public override string SqlState => state;
    }
}
