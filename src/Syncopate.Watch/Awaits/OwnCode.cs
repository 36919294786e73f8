namespace Syncopate.Watch.Awaits;

/// <summary>The async methods of the program's own assemblies: those with a portable PDB that are no part of .NET itself.</summary>
internal sealed class OwnCode
{
    private readonly Dictionary<string, StateMachine> _byFullName = new(StringComparer.Ordinal);
    private readonly ILookup<string, StateMachine> _bySimpleName;

    /// <param name="assemblies">Paths of the assemblies in the process.</param>
    public OwnCode(IEnumerable<string> assemblies)
    {
        foreach (StateMachine machine in assemblies.Distinct(StringComparer.Ordinal).Where(IsOwn).SelectMany(StateMachineReader.Read))
            _byFullName.TryAdd(machine.TypeName, machine);
        _bySimpleName = _byFullName.Values.ToLookup(
            machine => machine.TypeName[(machine.TypeName.LastIndexOf('+') + 1)..], StringComparer.Ordinal);
    }

    /// <summary>The method by the full name of its state machine; null when it is not the program's own.</summary>
    public StateMachine? Find(string fullName) => _byFullName.GetValueOrDefault(fullName);

    /// <summary>The method by the simple name of its state machine, which is all that the task library reports. Without a
    /// place when several have it; null when none has.</summary>
    public StateMachine? FindSimple(string name)
    {
        StateMachine[] found = [.. _bySimpleName[name].Take(2)];
        return found switch
        {
            [] => null,
            [var only] => only,
            _ => new StateMachine(name, StateMachineName.Method(name), null, null, []),
        };
    }

    /// <summary>True for an assembly that is no part of .NET itself, by where it is.</summary>
    public static bool IsOwn(string path) => !path.Replace('\\', '/').Contains("/shared/Microsoft.", StringComparison.Ordinal);
}
