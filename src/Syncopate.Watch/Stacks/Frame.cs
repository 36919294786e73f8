using Syncopate.Watch.Processes;

namespace Syncopate.Watch.Stacks;

/// <summary>One method on a stack.</summary>
/// <param name="Type">Full name of its type, as the runtime writes it.</param>
/// <param name="Method">Its name, as the runtime writes it.</param>
/// <param name="Origin">Whose it is.</param>
/// <param name="File">Source file; null when it is not known.</param>
/// <param name="Line">Line of the call; null when it is not known.</param>
internal sealed record Frame(string Type, string Method, FrameOrigin Origin, string? File, int? Line)
{
    /// <summary>What the method enters before the call that lets in only some at a time, such as "SemaphoreSlim.Wait";
    /// null for nothing, or when that is not known.</summary>
    public string? Guard { get; init; }

    /// <summary>True where the method has entered such a thing before the call, and has left it since, by its code.</summary>
    public bool HasLeft { get; init; }

    /// <summary>True where the method releases a semaphore, by its code or by that of a method that it calls.</summary>
    public bool GivesBack { get; init; }

    /// <summary>True where the method waits for a semaphore without blocking, by its code: it may have it while it is on no
    /// stack.</summary>
    public bool EntersAsync { get; init; }

    /// <summary>True where the call stands in a loop of the method, by its code.</summary>
    public bool IsInLoop { get; init; }

    /// <summary>Type and method, as they are written.</summary>
    public string Name => MethodName.Short(Type, Method);
}
