namespace Syncopate.Crud.Tests.Wares;

/// <summary>What an override of SaveChanges does after EF Core has saved: nothing where it is null.</summary>
internal static class LateSave
{
    public static int Then(int rows, Action? later)
    {
        later?.Invoke();
        return rows;
    }

    public static async Task<int> ThenAsync(Task<int> rows, Action? later)
    {
        int saved = await rows;
        later?.Invoke();
        return saved;
    }
}
