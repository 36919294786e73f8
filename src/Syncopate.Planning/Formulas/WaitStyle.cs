namespace Syncopate.Planning.Formulas;

/// <summary>What the thread of a request does while the request waits.</summary>
internal enum WaitStyle
{
    /// <summary>It blocks where the pool cannot see it: Thread.Sleep, a synchronous socket, synchronous ADO.NET.</summary>
    Blocking,

    /// <summary>It blocks on a task (Wait, Result), which the pool sees and makes up for with further threads: sync over async.</summary>
    BlockingOnTask,

    /// <summary>It does other work; the waits of a request follow one another.</summary>
    Awaiting,

    /// <summary>It does other work; the waits of a request run together.</summary>
    AwaitingTogether,
}
