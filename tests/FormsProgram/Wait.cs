namespace FormsProgram;

/// <summary>A wait of a length that a row of the table gives.</summary>
internal sealed class Wait(int milliseconds)
{
    public int Spend()
    {
        Thread.Sleep(milliseconds);
        return milliseconds;
    }

    public async Task<int> SpendAsync(CancellationToken token)
    {
        await Task.Delay(milliseconds, token);
        return milliseconds;
    }
}
