using System.Reflection;
using System.Reflection.Metadata;
using Syncopate.Reporting;

namespace Syncopate.Watch.Awaits;

/// <summary>How many async methods there are, by the way in which they were compiled.</summary>
/// <param name="StateMachines">Those that the compiler made into state machines.</param>
/// <param name="RuntimeAsync">Those that the runtime suspends and resumes by itself.</param>
internal readonly record struct AsyncMethodCount(int StateMachines, int RuntimeAsync)
{
    // MethodImplOptions.Async of .NET 11.
    private const MethodImplAttributes Async = (MethodImplAttributes)0x2000;

    /// <summary>Both.</summary>
    public int All => StateMachines + RuntimeAsync;

    /// <summary>Those of one assembly; none when it cannot be read, or has no portable PDB, as what is not of the program.</summary>
    public static AsyncMethodCount Of(string assemblyPath) => StateMachineReader.Read(assemblyPath, (assembly, _) => Of(assembly));

    /// <summary>The sum over assemblies, each counted once.</summary>
    public static AsyncMethodCount Of(IEnumerable<string> assemblyPaths) => assemblyPaths.Distinct(StringComparer.Ordinal)
        .Where(OwnCode.IsOwn).Select(Of).Aggregate(default(AsyncMethodCount), (sum, one) => sum + one);

    /// <summary>Whether the runtime suspends and resumes the method by itself.</summary>
    public static bool IsRuntimeAsync(MethodDefinition method) => (method.ImplAttributes & Async) != 0;

    /// <summary>Adds.</summary>
    public static AsyncMethodCount operator +(AsyncMethodCount one, AsyncMethodCount other) =>
        new(one.StateMachines + other.StateMachines, one.RuntimeAsync + other.RuntimeAsync);

    /// <summary>How many of how many are runtime async, as the beginning of a sentence.</summary>
    public static string Sentence(int runtimeAsync, int all) => runtimeAsync == all
        ? $"{(all == 1 ? "The one async method" : $"All {FigureText.Count(all)} async methods")} of the program "
            + $"{(all == 1 ? "is" : "are")} compiled as runtime async"
        : $"{FigureText.Count(runtimeAsync)} of {Wording.Plural(all, "async method")} of the program "
            + $"{(runtimeAsync == 1 ? "is" : "are")} compiled as runtime async";

    private static AsyncMethodCount Of(MetadataReader assembly)
    {
        var (machines, runtime) = (0, 0);
        foreach (MethodDefinitionHandle handle in assembly.MethodDefinitions)
        {
            MethodDefinition method = assembly.GetMethodDefinition(handle);
            if (IsRuntimeAsync(method))
                runtime++;
            else if (method.GetCustomAttributes().Any(attribute => IsStateMachine(assembly, attribute)))
                machines++;
        }

        return new AsyncMethodCount(machines, runtime);
    }

    private static bool IsStateMachine(MetadataReader assembly, CustomAttributeHandle handle)
    {
        if (assembly.GetCustomAttribute(handle).Constructor is not { Kind: HandleKind.MemberReference } constructor)
            return false;
        EntityHandle type = assembly.GetMemberReference((MemberReferenceHandle)constructor).Parent;
        return type.Kind == HandleKind.TypeReference
            && assembly.StringComparer.Equals(assembly.GetTypeReference((TypeReferenceHandle)type).Name, "AsyncStateMachineAttribute");
    }
}
