using Microsoft.CodeAnalysis;

namespace Syncopate.Analyzers.Knowledge;

/// <summary>Which types stand for work that may still be under way.</summary>
internal static class TaskTypes
{
    private const string Tasks = "System.Threading.Tasks";
    private const string Compiler = "System.Runtime.CompilerServices";

    /// <summary>Task, Task of T, ValueTask, ValueTask of T.</summary>
    public static bool IsTask(ITypeSymbol? type) =>
        type is { Name: "Task" or "ValueTask" } && (TypeNames.Is(type, Tasks, "Task") || TypeNames.Is(type, Tasks, "ValueTask")) || IsDerivedTask(type);

    /// <summary>True for the value forms, which may be awaited once only.</summary>
    public static bool IsValueTask(ITypeSymbol? type) => TypeNames.Is(type, Tasks, "ValueTask");

    /// <summary>The awaiters of the four, with and without ConfigureAwait.</summary>
    public static bool IsTaskAwaiter(ITypeSymbol? type) => type is { Name: "TaskAwaiter" or "ValueTaskAwaiter" } && TypeNames.NamespaceOf(type) == Compiler
        || type is { Name: "ConfiguredTaskAwaiter" or "ConfiguredValueTaskAwaiter" };

    /// <summary>What an <c>await</c> or an <c>await foreach</c> takes: a task, a stream of values, or any type with GetAwaiter of its own.</summary>
    public static bool IsAwaitable(ITypeSymbol? type)
    {
        if (type is null || type.SpecialType != SpecialType.None)
            return false;
        if (IsTask(type) || IsAsyncStream(type))
            return true;
        foreach (ISymbol member in type.GetMembers("GetAwaiter"))
            if (member is IMethodSymbol { Parameters.Length: 0 })
                return true;
        return false;
    }

    /// <summary>IAsyncEnumerable of T.</summary>
    public static bool IsAsyncStream(ITypeSymbol? type) => TypeNames.Is(type, "System.Collections.Generic", "IAsyncEnumerable");

    /// <summary>What waiting for the task gives; null for a task without a value.</summary>
    public static ITypeSymbol? ValueOf(ITypeSymbol? task) => task is INamedTypeSymbol { TypeArguments.Length: 1 } generic ? generic.TypeArguments[0] : null;

    /// <summary>True for the token that asks work to end.</summary>
    public static bool IsToken(ITypeSymbol? type) => TypeNames.Is(type, "System.Threading", "CancellationToken");

    private static bool IsDerivedTask(ITypeSymbol? type)
    {
        for (ITypeSymbol? up = type?.BaseType; up is { SpecialType: SpecialType.None }; up = up.BaseType)
            if (TypeNames.Is(up, Tasks, "Task"))
                return true;
        return false;
    }
}
