namespace WatchedProgram;

/// <summary>Methods that sleep while they have what they entered, and after they have left it. Never run: what is read is the
/// assembly.</summary>
internal static class Guards
{
    public static void ReadAndRest(ReaderWriterLockSlim readers)
    {
        readers.EnterReadLock();
        try
        {
            Thread.Sleep(1);
        }
        finally
        {
            readers.ExitReadLock();
        }

        Thread.Sleep(2);
    }

    public static void LockAndRest(object gate)
    {
        lock (gate)
            Thread.Sleep(1);
        Thread.Sleep(2);
    }

    public static void LeaveEarly(SemaphoreSlim permits, bool isOver)
    {
        permits.Wait();
        if (isOver)
        {
            permits.Release();
            return;
        }

        Thread.Sleep(1);
        permits.Release();
    }

    public static void Again(SemaphoreSlim permits, int times)
    {
        for (int i = 0; i < times; i++)
        {
            permits.Wait();
            Thread.Sleep(1);
            permits.Release();
            Thread.Sleep(2);
        }
    }
}
