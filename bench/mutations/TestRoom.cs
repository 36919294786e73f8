using System.Reflection;
using System.Runtime.Loader;

namespace Syncopate.Mutations;

/// <summary>The test program with one build of the room beneath it, in a load context of its own: as good as a
/// process, and sooner there.</summary>
/// <remarks>Runs methods with rows written down or named. Those that await are run on request: their class has no fixture, and what runs
/// beside them is theirs alone.</remarks>
internal sealed class TestRoom : AssemblyLoadContext
{
    // What an exception of xunit begins with that asks for a test to be skipped.
    private const string SkipMark = "$XunitDynamicSkip$";

    private static readonly MethodInfo Disposal = typeof(IDisposable).GetMethod(nameof(IDisposable.Dispose))!; // Not null: it is there.

    private readonly string _folder;
    private readonly string _name;
    private readonly byte[] _room;
    private readonly Dictionary<string, (Type Class, MethodInfo Method)> _methods;

    /// <param name="folder">Where the test program was built.</param>
    /// <param name="name">The name of the room's assembly.</param>
    /// <param name="room">The assembly.</param>
    /// <param name="awaits">Whether tests that await are among them.</param>
    /// <param name="tests">Namespaces of the tests that there are, or beginnings of the full names of their classes.</param>
    public TestRoom(string folder, string name, byte[] room, bool awaits, IReadOnlyList<string> tests)
    {
        _folder = Path.GetFullPath(folder);
        _name = name;
        _room = room;
        Default.Resolving += (_, wanted) => Find(wanted) is { } path ? Default.LoadFromAssemblyPath(path) : null;
        _methods = LoadFromAssemblyName(new AssemblyName("Syncopate.Tests")).GetTypes()
            .Where(type => tests.Any(test => type.Namespace == test || IsNamed(type, test)))
            .Where(type => type.GetConstructor(Type.EmptyTypes) is not null && !JudgesTime(type))
            .SelectMany(type => type.GetMethods(), (type, method) => (Class: type, Method: method))
            .Where(test => test.Method.ReturnType == typeof(void) || (awaits && test.Method.ReturnType == typeof(Task)))
            .Where(test => Attributes(test.Method).Any(attribute => attribute.GetType().Name is "FactAttribute" or "TheoryAttribute"))
            .Where(test => !JudgesTime(test.Method))
            .ToDictionary(test => $"{test.Class.Name}.{test.Method.Name}");
    }

    /// <summary>Every test, a theory being one.</summary>
    public IReadOnlyCollection<string> Names => _methods.Keys;

    /// <summary>What a test found wrong, in a line; null when it passes, or wants to be skipped.</summary>
    public string? Fault(string name)
    {
        (Type type, MethodInfo method) = _methods[name];
        try
        {
            return Rows(type, method).Select(row => FaultIn(type, method, row))
                .FirstOrDefault(fault => fault is not null);
        }
        catch (TargetInvocationException e)
        {
            return Said(e.InnerException ?? e);
        }
        catch (Exception e) when (e is InvalidOperationException or InvalidCastException
            or FormatException or ArgumentException)
        {
            return $"It cannot be called from here: {e.Message}"; // Rows of a kind that is not known.
        }
    }

    private static string? FaultIn(Type type, MethodInfo method, object?[] row)
    {
        object? made = Activator.CreateInstance(type);
        string? fault = FaultOf(method.Invoke(made, Filled(method, row)) as Task);
        if (made is IAsyncDisposable resource)
            fault ??= FaultOf(resource.DisposeAsync().AsTask());
        else if (made is IDisposable)
            Disposal.Invoke(made, null);
        return fault;
    }

    // This thread is the test's own, and waits for it without its exception, which may be any.
    private static string? FaultOf(Task? task)
    {
        if (task is null)
            return null;
        ((IAsyncResult)task).AsyncWaitHandle.WaitOne();
        if (task.IsCanceled)
            return "It was cancelled.";
        return task.Exception is { } failed ? Said(failed.InnerException ?? failed) : null;
    }

    private static string? Said(Exception exception) =>
        exception.Message.StartsWith(SkipMark, StringComparison.Ordinal) ? null : exception.Message.ReplaceLineEndings(" ");

    private static bool IsNamed(Type type, string beginning) =>
        type.FullName?.StartsWith(beginning, StringComparison.Ordinal) == true;

    // What is late because the machine is busy is no fault that was seen.
    private static bool JudgesTime(MemberInfo member) => member.GetCustomAttributes().Any(attribute =>
        attribute.GetType().Name == "TraitAttribute" && Property(attribute, "Value") is "time");

    protected override Assembly? Load(AssemblyName assemblyName)
    {
        if (assemblyName.Name == _name)
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
            "MemberDataAttribute" => Named(
                attribute.GetType().GetProperty("MemberType")?.GetValue(attribute) as Type ?? type,
                (string)Property(attribute, "MemberName"),
                (object?[])Property(attribute, "Arguments")),
            _ => [],
        });
    }

    private static object Property(object of, string name) => of.GetType().GetProperty(name)?.GetValue(of)
        ?? throw new InvalidOperationException($"This xunit has no {of.GetType().Name}.{name}.");

    // The rows of a TheoryData are ITheoryDataRow, whose GetData() are the arguments.
    private static IEnumerable<object?[]> Named(Type type, string member, object?[] arguments)
    {
        const BindingFlags Static = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
        object? rows = type.GetProperty(member, Static)?.GetValue(null) ?? type.GetField(member, Static)?.GetValue(null)
            ?? type.GetMethod(member, Static)?.Invoke(null, arguments);
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
        if (parameter.IsDefined(typeof(ParamArrayAttribute), inherit: false) && !type.IsInstanceOfType(row[index]))
            return Rest(type, row[index..]);
        if (row[index] is not { } value || type.IsInstanceOfType(value))
            return row[index];
        if (type.IsEnum)
            return Enum.ToObject(type, value);
        return Convert.ChangeType(value, type, System.Globalization.CultureInfo.InvariantCulture);
    }

    private static Array Rest(Type type, object?[] values)
    {
        Array rest = Array.CreateInstance(type.GetElementType() ?? typeof(object), values.Length);
        Array.Copy(values, rest, values.Length);
        return rest;
    }
}
