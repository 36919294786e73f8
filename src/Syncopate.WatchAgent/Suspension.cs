using System.Reflection;

namespace Syncopate.WatchAgent;

/// <summary>A suspended call of a method that is compiled as runtime async.</summary>
/// <param name="identity">The object that stands for it.</param>
/// <param name="method">The method.</param>
/// <param name="address">Where in its code it goes on.</param>
internal readonly struct Suspension(object identity, MethodBase method, long address)
{
    /// <summary>The object that stands for it.</summary>
    public object Identity => identity;

    /// <summary>As its state machine would be called if it had one, and where it goes on: whoever reads it knows such names.</summary>
    public string Name => $"{Type(method.DeclaringType)}+<{method.Name}>d|@{address:x}";

    /// <summary>Where its assembly is; empty for one that was made in memory.</summary>
    public string Path => method.Module.Assembly is { IsDynamic: false } assembly ? assembly.Location : "";

    private static string Type(Type? type) => (type is { IsGenericType: true } ? type.GetGenericTypeDefinition() : type)?.FullName ?? "";
}
