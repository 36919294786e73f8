namespace Syncopate.Crud.Tests.Databases;

/// <summary>Has no setters: it is made and changed by its methods.</summary>
public sealed class Account
{
    public Account(string owner, decimal balance)
    {
        Owner = owner;
        Balance = balance;
    }

    public Guid Id { get; private set; } = Guid.NewGuid();

    public string Owner { get; private set; }

    public decimal Balance { get; private set; }

    public static Result<Account> Open(string owner) => owner.Length == 0
        ? Result.Invalid<Account>(new CrudError("Owner", "An account needs an owner."))
        : Result.Done(new Account(owner, 0));

    public void Rename(string owner) => Owner = owner;

    public Result<Account> Withdraw(decimal amount)
    {
        if (amount > Balance)
            return Result.Invalid<Account>(new CrudError("Amount", "There is not that much in the account."));
        Balance -= amount;
        return Result.Done(this);
    }
}
