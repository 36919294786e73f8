using Mono.Cecil;
using Mono.Cecil.Cil;
using Syncopate.Watch;

namespace Syncopate.Weave;

/// <summary>Reads from the code of a state machine what an await waits for. The code has no short forms when it is read.</summary>
internal static class AwaitedCall
{
    // From where a state is stored to the call that suspends are some ten instructions.
    private const int Nearby = 40;

    /// <summary>Number of the state that is stored before a call that suspends; null when the code is not as compilers write it.</summary>
    public static int? State(Instruction suspension)
    {
        Instruction? store = Back(suspension).Take(Nearby).FirstOrDefault(i => i.OpCode.Code == Code.Stfld && i.Operand is FieldReference { Name: "<>1__state" });
        return store is null ? null : Back(store).Take(5).FirstOrDefault(i => i.OpCode.Code == Code.Ldc_I4)?.Operand as int?;
    }

    /// <summary>What the await waits for that suspends here.</summary>
    public static WovenAwait Of(Instruction suspension, ModuleDefinition module)
    {
        Instruction? getAwaiter = Back(suspension).FirstOrDefault(i => i.Operand is MethodReference { Name: "GetAwaiter" });
        if (getAwaiter is null || Made(getAwaiter) is not { } made)
            return new WovenAwait(null, null);
        // Methods of other assemblies may be woven too, but then their calls say so.
        string? machine = made.DeclaringType.Scope == module && made.Resolve() is { } method ? ModuleWeaver.Machine(method)?.FullName.Replace('/', '+') : null;
        return new WovenAwait($"{made.DeclaringType.Name.Split('`')[0]}.{made.Name}", machine);
    }

    /// <summary>The call that made the awaited object, right before; null when it comes out of a variable or anything else.</summary>
    private static MethodReference? Made(Instruction getAwaiter)
    {
        for (Instruction? i = getAwaiter.Previous; i is not null; i = i.Previous)
        {
            switch (i.OpCode.Code)
            {
                case Code.Nop or Code.Ldc_I4:
                    break;
                case Code.Ldloc or Code.Ldloca when i.Previous is { OpCode.Code: Code.Stloc } store && store.Operand == i.Operand:
                    i = store; // A value whose methods are called needs a place.
                    break;
                case Code.Call or Code.Callvirt or Code.Newobj when i.Operand is MethodReference method:
                    if (method.Name is not ("ConfigureAwait" or "AsTask"))
                        return method;
                    break;
                default:
                    return null;
            }
        }

        return null;
    }

    private static IEnumerable<Instruction> Back(Instruction from)
    {
        for (Instruction? i = from.Previous; i is not null; i = i.Previous)
            yield return i;
    }
}
