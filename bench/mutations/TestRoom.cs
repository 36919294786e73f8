using System.Reflection;
using System.Runtime.Loader;

namespace Syncopate.Mutations;

/// <summary>The test program with one build of the room beneath it, in a load context of its own: as good as a
/// process, and sooner there.</summary>
/// <remarks>Runs what the tests of arithmetic are: methods that await nothing, with rows written down or named. Others are left
/// out.</remarks>
internal sealed class TestRoom : AssemblyLoadContext
{
    private readonly string _folder;
    private readonly byte[] _room;
    private readonly Dictionary<string, (Type Class, MethodInfo Method)> _methods;

    /// <param name="folder">Where the test program was built.</param>
    /// <param name="room">The assembly of the room.</param>
    /// <param name="namespaces">The namespaces whose tests there are.</param>
    public TestRoom(string folder, byte[] room, IReadOnlyList<string> namespaces)
    {
        _folder = Path.GetFullPath(folder);
        _room = room;
        Default.Resolving += (_, name) => Find(name) is { } path ? Default.LoadFromAssemblyPath(path) : null;
        _methods = LoadFromAssemblyName(new AssemblyName("Syncopate.Tests")).GetTypes()
            .Where(type => namespaces.Contains(type.Namespace))
            .Where(type => type.GetConstructor(Type.EmptyTypes) is not null)
            .SelectMany(type => type.GetMethods(), (type, method) => (Class: type, Method: method))
            .Where(test => test.Method.ReturnType == typeof(void))
            .Where(test => Attributes(test.Method).Any(attribute => attribute.GetType().Name is "FactAttribute" or "TheoryAttribute"))
            .ToDictionary(test => $"{test.Class.Name}.{test.Method.Name}");
    }

    /// <summary>Every test, a theory being one.</summary>
    public IReadOnlyCollection<string> Names => _methods.Keys;

    /// <summary>What a test found wrong, in a line; null when it passes.</summary>
    public string? Fault(string name)
    {
        (Type type, MethodInfo method) = _methods[name];
        foreach (object?[] row in Rows(type, method))
        {
            try
            {
                object? made = Activator.CreateInstance(type);
                method.Invoke(made, Filled(method, row));
                (made as IDisposable)?.Dispose();
            }
            catch (TargetInvocationException e)
            {
                return (e.InnerException ?? e).Message.ReplaceLineEndings(" ");
            }
        }

        return null;
    }

    protected override Assembly? Load(AssemblyName assemblyName)
    {
        if (assemblyName.Name == "Syncopate")
            return LoadFromStream(new MemoryStream(_room));
        bool isOurs = assemblyName.Name?.StartsWith("Syncopate", StringComparison.Ordinal) == true;
        return isOurs && Find(assemblyName) is { } path ? LoadFromAssemblyPath(path) : null;
    }

    private string? Find(AssemblyName name) => Path.Combine(_folder, $"{name.Name}.dll") is var path && File.Exists(path) ? path : null;

    private static IEnumerable<Attribute> Attributes(MethodInfo method) => method.GetCustomAttributes();

    private static IEnumerable<object?[]> Rows(Type type, MethodInfo method)
    {
        if (method.GetParameters().Length == 0)
            return [[]];
        return Attributes(method).SelectMany(attribute => attribute.GetType().Name switch
        {
            "InlineDataAttribute" => [(object?[])Property(attribute, "Data")],
            "MemberDataAttribute" => Named(type, (string)Property(attribute, "MemberName")),
            _ => [],
        });
    }

    private static object Property(object of, string name) => of.GetType().GetProperty(name)?.GetValue(of)
        ?? throw new InvalidOperationException($"This xunit has no {of.GetType().Name}.{name}.");

    // The rows of a TheoryData are ITheoryDataRow, whose GetData() are the arguments.
    private static IEnumerable<object?[]> Named(Type type, string member)
    {
        const BindingFlags Static = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
        object? rows = type.GetProperty(member, Static)?.GetValue(null) ?? type.GetField(member, Static)?.GetValue(null)
            ?? type.GetMethod(member, Static)?.Invoke(null, null);
        foreach (object row in (System.Collections.IEnumerable?)rows ?? throw new InvalidOperationException($"{type} has no {member}."))
        {
            object? data = row as object?[] ?? row.GetType().GetInterface("ITheoryDataRow")?.GetMethod("GetData")?.Invoke(row, null);
            yield return data as object?[] ?? throw new InvalidOperationException($"{type}.{member} has a row that is none.");
        }
    }

    private static object?[] Filled(MethodInfo method, object?[] row) =>
        [.. method.GetParameters().Select((parameter, i) => Given(parameter, row, i))];

    private static object? Given(ParameterInfo parameter, object?[] row, int index)
    {
        if (index >= row.Length)
            return parameter.DefaultValue;
        Type type = Nullable.GetUnderlyingType(parameter.ParameterType) ?? parameter.ParameterType;
        if (row[index] is not { } value || type.IsInstanceOfType(value))
            return row[index];
        if (type.IsEnum)
            return Enum.ToObject(type, value);
        return Convert.ChangeType(value, type, System.Globalization.CultureInfo.InvariantCulture);
    }
}
