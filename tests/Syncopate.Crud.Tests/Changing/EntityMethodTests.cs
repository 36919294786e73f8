using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>An entity without setters, through its constructor, its factory and its methods.</summary>
public sealed class EntityMethodTests(PostgresFixture postgres) : CrudTests(postgres)
{
    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_constructor_that_fits_is_found_by_names_and_types(string database, string form)
    {
        Use(database, form);

        Result<Account> made = await CallAsync(
            () => Crud.Create<Account, OwnerAndBalance>(new OwnerAndBalance("Ada", 5)),
            token => Crud.CreateAsync<Account, OwnerAndBalance>(new OwnerAndBalance("Ada", 5), token));

        Assert.Equal(
            ("Ada", 5m),
            Stored(context => (context.Find<Account>(made.Value.Id)!.Owner, context.Find<Account>(made.Value.Id)!.Balance)));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_factory_is_chosen_by_name_and_may_refuse(string database, string form)
    {
        Use(database, form);

        Result<Account> made = await CallAsync(
            () => Crud.Create<Account, Opening>(new Opening("Ada")),
            token => Crud.CreateAsync<Account, Opening>(new Opening("Ada"), token));
        Result<Account> refused = await CallAsync(
            () => Crud.Create<Account, Opening>(new Opening("")),
            token => Crud.CreateAsync<Account, Opening>(new Opening(""), token));

        Assert.Equal(0, made.Value.Balance);
        Assert.Equal(new CrudError("Owner", "An account needs an owner."), Assert.Single(refused.Errors));
        Assert.Equal(1, Stored(context => context.Set<Account>().Count()));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_method_takes_the_form_and_may_refuse(string database, string form)
    {
        Use(database, form);
        Account account = new("Ada", 10);
        Given(account);

        Result<Account> renamed = await CallAsync(
            () => Crud.Update<Account, Renaming>(account.Id, new Renaming("Bob")),
            token => Crud.UpdateAsync<Account, Renaming>(account.Id, new Renaming("Bob"), token));
        Result<Account> taken = await CallAsync(
            () => Crud.Update<Account, Withdrawal>(account.Id, new Withdrawal(4)),
            token => Crud.UpdateAsync<Account, Withdrawal>(account.Id, new Withdrawal(4), token));
        Result<Account> refused = await CallAsync(
            () => Crud.Update<Account, Withdrawal>(account.Id, new Withdrawal(7)),
            token => Crud.UpdateAsync<Account, Withdrawal>(account.Id, new Withdrawal(7), token));

        Assert.True(renamed.IsDone && taken.IsDone);
        Assert.Equal(new CrudError("Amount", "There is not that much in the account."), Assert.Single(refused.Errors));
        Assert.Equal(("Bob", 6m), Stored(context => (context.Set<Account>().Single().Owner, context.Set<Account>().Single().Balance)));
    }

    [Fact]
    public void When_nothing_fits_the_exception_lists_what_was_tried_and_why()
    {
        Use("sqlite", "sync");
        Account account = new("Ada", 10);
        Given(account);

        InvalidOperationException creation = Assert.Throws<InvalidOperationException>(() => Crud.Create<Account, WrongType>(new WrongType("1")));
        InvalidOperationException update = Assert.Throws<InvalidOperationException>(() => Crud.Update<Account, WrongType>(account.Id, new WrongType("1")));

        Assert.Contains("Cannot create a Account from WrongType: nothing fits.", creation.Message, StringComparison.Ordinal);
        Assert.Contains(
            "new Account(String owner, Decimal balance): WrongType has no member 'owner', WrongType has no member 'balance'",
            creation.Message,
            StringComparison.Ordinal);
        Assert.Contains("Withdraw(Decimal amount): 'Amount' is String, not Decimal", update.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void When_several_fit_equally_the_exception_asks_for_a_name()
    {
        Use("sqlite", "sync");
        Account account = new("Ada", 10);
        Given(account);

        InvalidOperationException ambiguous = Assert.Throws<InvalidOperationException>(
            () => Crud.Update<Account, OwnerAndAmount>(account.Id, new OwnerAndAmount("Bob", 1)));

        Assert.Contains("several fit equally well", ambiguous.Message, StringComparison.Ordinal);
        Assert.Contains("[UpdatesBy]", ambiguous.Message, StringComparison.Ordinal);
    }

    private sealed record OwnerAndBalance(string Owner, decimal Balance);

    [CreatesBy(nameof(Account.Open))]
    private sealed record Opening(string Owner);

    private sealed record Renaming(string Owner);

    [UpdatesBy(nameof(Account.Withdraw))]
    private sealed record Withdrawal(decimal Amount);

    private sealed record WrongType(string Amount);

    private sealed record OwnerAndAmount(string Owner, decimal Amount);
}
