namespace Syncopate.Crud.Actions;

/// <summary>
/// Business logic as a class, in the synchronous form. Call <see cref="Run"/> to have it done at once, or have
/// <see cref="ActionRunner"/> run it in the background. A class may implement
/// <see cref="IAsyncAction{TInput,TOutput}"/> as well.
/// </summary>
/// <typeparam name="TInput">What it works on.</typeparam>
/// <typeparam name="TOutput">What comes of it.</typeparam>
public interface IAction<in TInput, TOutput>
{
    /// <summary>Does the work on the caller's thread. What a user did wrong is in the result; what the programmer did
    /// wrong is thrown.</summary>
    /// <param name="input">What it works on.</param>
    /// <param name="progress">Receives how far it is; null when nobody asks.</param>
    /// <param name="token">Ends it early, with an <see cref="OperationCanceledException"/>. Not to be looked at between
    /// the first and the last of several saves that belong together.</param>
    Result<TOutput> Run(TInput input, IProgress<ActionProgress>? progress = null, CancellationToken token = default);
}

/// <summary>
/// Business logic as a class, in the asynchronous form. Await <see cref="RunAsync"/> to have it done at once, or have
/// <see cref="ActionRunner"/> run it in the background. A class may implement <see cref="IAction{TInput,TOutput}"/> as
/// well.
/// </summary>
/// <typeparam name="TInput">What it works on.</typeparam>
/// <typeparam name="TOutput">What comes of it.</typeparam>
public interface IAsyncAction<in TInput, TOutput>
{
    /// <summary>Does the work without holding a thread while it waits. What a user did wrong is in the result; what the
    /// programmer did wrong is thrown.</summary>
    /// <param name="input">What it works on.</param>
    /// <param name="progress">Receives how far it is; null when nobody asks.</param>
    /// <param name="token">Ends it early, with an <see cref="OperationCanceledException"/>. Not to be looked at between
    /// the first and the last of several saves that belong together.</param>
    Task<Result<TOutput>> RunAsync(TInput input, IProgress<ActionProgress>? progress = null, CancellationToken token = default);
}
