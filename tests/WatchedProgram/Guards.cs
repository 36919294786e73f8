using System.Collections.Concurrent;

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

    public static void Through(SemaphoreSlim permits)
    {
        Enter(permits);
        Thread.Sleep(1);
        Leave(permits);
        Thread.Sleep(2);
    }

    public static void Own(Mutex mutex)
    {
        mutex.WaitOne();
        Thread.Sleep(1);
        mutex.ReleaseMutex();
    }

    public static void Borrow(BlockingCollection<string> pool)
    {
        string borrowed = pool.Take();
        Thread.Sleep(1);
        pool.Add(borrowed);
    }

    public static void Spin(ref SpinLock spin)
    {
        bool isTaken = false;
        spin.Enter(ref isTaken);
        Thread.Sleep(1);
        spin.Exit();
    }

    public static void Read(ReaderWriterLock readers)
    {
        readers.AcquireReaderLock(Timeout.Infinite);
        Thread.Sleep(1);
        readers.ReleaseReaderLock();
    }

    public static Task Async(SemaphoreSlim permits) => permits.WaitAsync();

    public static void After(object gate)
    {
        Add(gate);
        Thread.Sleep(1);
    }

    public static void Poll(Task work)
    {
        while (!work.IsCompleted)
            Thread.Sleep(5);
    }

    private static void Enter(SemaphoreSlim permits) => permits.Wait();

    private static void Leave(SemaphoreSlim permits) => permits.Release();

    private static void Add(object gate)
    {
        lock (gate)
            GC.KeepAlive(gate);
    }
}
