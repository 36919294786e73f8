using System.Data.Common;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Storage;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>A transaction of the caller that has no savepoints: a call cannot be taken back in it by itself. Without a word
/// the caller would commit, and PostgreSQL would undo all of it and throw nothing.</summary>
[Trait("Judges", "behaviour")]
public sealed class PlainTransactionTests(PostgresFixture postgres) : CrudTests(postgres)
{
    private const string MayBeLost =
        "Other changes that were made together with this one may be lost. Check them before you try again.";

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_the_database_refuses_tells_that_what_was_done_before_may_be_lost(string database, string form)
    {
        Use(database, form);
        CrudService<BlogContext> crud = Open(
            options: options => options.ReplaceService<IRelationalTransactionFactory, PlainTransactions>());
        using IDbContextTransaction transaction = crud.Context.Database.BeginTransaction();

        Result<Tag> done = await CreateAsync(crud, "a");
        Result<Tag> unsent = await CreateAsync(crud, "a\0");
        Result<Tag> refused = await CreateAsync(crud, "a");
        transaction.Rollback();

        Assert.Equal((true, Outcome.Invalid, Outcome.Invalid), (done.IsDone, unsent.Outcome, refused.Outcome));
        Assert.Empty(done.Warnings);
        Assert.Empty(unsent.Warnings);
        Assert.Equal([MayBeLost], refused.Warnings);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_can_be_taken_back_tells_nothing_of_it(string database, string form)
    {
        Use(database, form);
        Given(new Tag { Slug = "a" });

        Result<Tag> alone = await CreateAsync(Crud, "a");
        using IDbContextTransaction transaction = Crud.Context.Database.BeginTransaction();
        Result<Tag> within = await CreateAsync(Crud, "a");

        Assert.Equal((Outcome.Invalid, Outcome.Invalid), (alone.Outcome, within.Outcome));
        Assert.Empty(alone.Warnings);
        Assert.Empty(within.Warnings);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_transaction_that_a_hook_begins_is_not_the_callers_in_either_form(string database, string form)
    {
        Use(database, form);
        Given(new Tag { Slug = "a" });
        IDbContextTransaction? begun = null;
        CrudService<BlogContext> crud = Open(
            rules => rules with { BeforeSave = context => begun = context.Database.BeginTransaction() },
            options => options.ReplaceService<IRelationalTransactionFactory, PlainTransactions>());

        Result<Tag> refused = await CreateAsync(crud, "a");
        begun?.Dispose();

        Assert.Equal(Outcome.Invalid, refused.Outcome);
        Assert.Empty(refused.Warnings);
    }

    private Task<Result<Tag>> CreateAsync(CrudService<BlogContext> crud, string slug) => CallAsync(
        () => crud.Create(new Tag { Slug = slug }), token => crud.CreateAsync(new Tag { Slug = slug }, token));

    private sealed class PlainTransactions(RelationalTransactionFactoryDependencies dependencies)
        : RelationalTransactionFactory(dependencies)
    {
        public override RelationalTransaction Create(
            IRelationalConnection connection,
            DbTransaction transaction,
            Guid transactionId,
            IDiagnosticsLogger<DbLoggerCategory.Database.Transaction> logger,
            bool transactionOwned) =>
            new PlainTransaction(new Begun(
                connection, transaction, transactionId, logger, transactionOwned, Dependencies.SqlGenerationHelper));
    }

    private sealed record Begun(
        IRelationalConnection Connection,
        DbTransaction Transaction,
        Guid Id,
        IDiagnosticsLogger<DbLoggerCategory.Database.Transaction> Logger,
        bool IsOwned,
        ISqlGenerationHelper Sql);

    private sealed class PlainTransaction(Begun begun)
        : RelationalTransaction(begun.Connection, begun.Transaction, begun.Id, begun.Logger, begun.IsOwned, begun.Sql)
    {
        public override bool SupportsSavepoints => false;
    }
}
