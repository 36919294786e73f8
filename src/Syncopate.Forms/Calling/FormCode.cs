using System.Runtime.CompilerServices;

namespace Syncopate.Calling;

/// <summary>A form of work on a state: what is called, in the one shape that the loops know. Made once; a call of it
/// allocates nothing that the user's code does not.</summary>
/// <typeparam name="TState">What the code is given at each call.</typeparam>
/// <param name="Description">What it is.</param>
internal sealed record FormCode<TState>(FormDescription Description)
{
    /// <summary>Calls it, where it is synchronous; else null.</summary>
    public Action<TState>? Call { get; private init; }

    /// <summary>Starts it, where it gives a task; else null.</summary>
    public Func<TState, CancellationToken, ValueTask>? Start { get; private init; }

    /// <summary>Calls it once for its result, which the loops drop.</summary>
    public required Func<TState, CancellationToken, ValueTask<object?>> Answer { get; init; }

    public static FormCode<TState> Of(FormDescription description, Action<TState> code) => new(description)
    {
        Call = code,
        Answer = (state, _) =>
        {
            code(state);
            return new ValueTask<object?>((object?)null);
        },
    };

    /// <exception cref="ArgumentException">Its result is a task, which a synchronous form would not await.</exception>
    public static FormCode<TState> Of<T>(FormDescription description, Func<TState, T> code)
    {
        if (IsTask(typeof(T)))
        {
            throw new ArgumentException($"{description.Label} ({description}) gives a task and takes no token, so it would be called as a "
                + "synchronous form, and the task would not be awaited. Write it with a token, which it need not use: "
                + ".Async(_ => ...), .Form(\"name\", _ => ...), or (state, _) => ... for code that is given a state.", nameof(code));
        }

        return new FormCode<TState>(description)
        {
            Call = state => _ = code(state),
            Answer = (state, _) => new ValueTask<object?>(code(state)),
        };
    }

    public static FormCode<TState> Of(FormDescription description, Func<TState, CancellationToken, Task> code) => new(description)
    {
        Start = (state, token) => new ValueTask(code(state, token)),
        Answer = async (state, token) =>
        {
            await code(state, token).ConfigureAwait(false);
            return null;
        },
    };

    public static FormCode<TState> Of<T>(FormDescription description, Func<TState, CancellationToken, Task<T>> code) => new(description)
    {
        Start = (state, token) => new ValueTask((Task)code(state, token)),
        Answer = async (state, token) => await code(state, token).ConfigureAwait(false),
    };

    public static FormCode<TState> Of(FormDescription description, Func<TState, CancellationToken, ValueTask> code) => new(description)
    {
        Start = code,
        Answer = async (state, token) =>
        {
            await code(state, token).ConfigureAwait(false);
            return null;
        },
    };

    public static FormCode<TState> Of<T>(FormDescription description, Func<TState, CancellationToken, ValueTask<T>> code)
    {
        return new FormCode<TState>(description)
        {
            Start = (state, token) => DropAsync(code(state, token)),
            Answer = async (state, token) => await code(state, token).ConfigureAwait(false),
        };
    }

    private static bool IsTask(Type type) => type.IsAssignableTo(typeof(Task)) || type == typeof(ValueTask)
        || (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(ValueTask<>));

    // From a pool: what waits for a value would else be an allocation of ours in each call.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private static async ValueTask DropAsync<T>(ValueTask<T> call) => await call.ConfigureAwait(false);
}
