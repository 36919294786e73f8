namespace FormsProgram;

/// <summary>What each user has of its own: two calls at once on one of these is a mistake.</summary>
internal sealed class Desk
{
    private static readonly TimeSpan Time = TimeSpan.FromMilliseconds(5);

    private int _users;

    public int Use()
    {
        Enter();
        Thread.Sleep(Time);
        Leave();
        return 7;
    }

    public async Task<int> UseAsync(CancellationToken token)
    {
        Enter();
        try
        {
            await Task.Delay(Time, token);
        }
        finally
        {
            Leave();
        }

        return 7;
    }

    private void Enter()
    {
        if (Interlocked.Increment(ref _users) > 1)
            throw new InvalidOperationException("this desk has a user already");
    }

    private void Leave() => Interlocked.Decrement(ref _users);
}
