namespace Syncopate.Crud.Changing;

/// <summary>Awaits what an asynchronous method of an entity returns, whatever its type.</summary>
internal static class EntityTasks
{
    /// <summary>What a method returns when it is asynchronous; null for void and for a plain task. The type itself when
    /// it is not.</summary>
    public static Type? ValueOf(Type returned) =>
        IsVoid(returned) ? null
        : IsTaskOfValue(returned) ? returned.GenericTypeArguments[0]
        : returned;

    public static bool IsTask(Type returned) => IsVoid(returned) ? returned != typeof(void) : IsTaskOfValue(returned);

    internal static async Task<object?> AwaitedAsync(Task task)
    {
        await task.ConfigureAwait(false);
        return null;
    }

    internal static async Task<object?> AwaitedValueAsync<T>(Task<T> task) => await task.ConfigureAwait(false);

    private static bool IsVoid(Type returned) =>
        returned == typeof(void) || returned == typeof(Task) || returned == typeof(ValueTask);

    private static bool IsTaskOfValue(Type returned) =>
        returned.IsGenericType
            && returned.GetGenericTypeDefinition() is var type
            && (type == typeof(Task<>) || type == typeof(ValueTask<>));
}
