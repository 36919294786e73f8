namespace Syncopate.Crud.Changing;

/// <summary>Awaits what an asynchronous method of an entity returns, whatever its type.</summary>
internal static class EntityTasks
{
    /// <summary>What a method returns when it is asynchronous; null for void and for a plain task. The type itself when it is not.</summary>
    public static Type? ValueOf(Type returned) => returned == typeof(void) || returned == typeof(Task) || returned == typeof(ValueTask) ? null
        : returned.IsGenericType && (returned.GetGenericTypeDefinition() == typeof(Task<>) || returned.GetGenericTypeDefinition() == typeof(ValueTask<>)) ? returned.GenericTypeArguments[0]
        : returned;

    public static bool IsTask(Type returned) => returned == typeof(Task) || returned == typeof(ValueTask) || ValueOf(returned) != returned && returned != typeof(void);

    internal static async Task<object?> AwaitedAsync(Task task)
    {
        await task.ConfigureAwait(false);
        return null;
    }

    internal static async Task<object?> AwaitedValueAsync<T>(Task<T> task) => await task.ConfigureAwait(false);
}
