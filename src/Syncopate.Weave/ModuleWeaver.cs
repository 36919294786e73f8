using Mono.Cecil;
using Mono.Cecil.Cil;
using Mono.Cecil.Rocks;
using Syncopate.Watch;
using Syncopate.WatchAgent;

namespace Syncopate.Weave;

/// <summary>Gives the state machines of one module their clocks. By what the compiler makes of every async method
/// whatever its builder, so that those of Task, ValueTask, void and any other kind are woven alike.</summary>
internal sealed class ModuleWeaver
{
    private const string Attribute = "System.Runtime.CompilerServices.AsyncStateMachineAttribute";
    private const string BuilderField = "<>t__builder";

    private readonly ModuleDefinition _module;
    private readonly TypeReference _clock;
    private readonly MethodReference _enter;
    private readonly MethodReference _resume;
    private readonly MethodReference _suspend;
    private readonly MethodReference _leave;

    public ModuleWeaver(ModuleDefinition module)
    {
        _module = module;
        System.Reflection.AssemblyName name = typeof(AwaitClock).Assembly.GetName();
        AssemblyNameReference agent = new(name.Name, name.Version);
        module.AssemblyReferences.Add(agent);
        _clock = new TypeReference(typeof(AwaitClock).Namespace, nameof(AwaitClock), module, agent, valueType: true);
        _enter = OfClock(nameof(AwaitClock.Enter));
        _resume = OfClock(nameof(AwaitClock.Resume));
        _suspend = OfClock(nameof(AwaitClock.Suspend));
        _leave = OfClock(nameof(AwaitClock.Leave));
    }

    /// <summary>Type of the state machine that a method starts; null for a method that is not async.</summary>
    public static TypeDefinition? Machine(MethodDefinition method) =>
        method.CustomAttributes.FirstOrDefault(attribute => attribute.AttributeType.FullName == Attribute)?.ConstructorArguments is [{ Value: TypeReference type }] ? type.Resolve() : null;

    /// <summary>Weaves an async method.</summary>
    /// <param name="method">Any method with a body.</param>
    /// <param name="number">The number under which its figures will be reported.</param>
    /// <param name="assembly">Path of the original assembly.</param>
    /// <returns>What was woven; null for a method that is not async, or not built as compilers do.</returns>
    public WovenMethod? Weave(MethodDefinition method, int number, string assembly)
    {
        if (Machine(method) is not { } machine || machine.Module != _module)
            return null;
        MethodDefinition? moveNext = machine.Methods.FirstOrDefault(own => own.Name == "MoveNext" && own.HasBody);
        FieldDefinition? builder = machine.Fields.FirstOrDefault(field => field.Name == BuilderField);
        Instruction? start = method.Body.Instructions.FirstOrDefault(i => i.Operand is GenericInstanceMethod { Name: "Start" } call && call.GenericArguments[0].Resolve() == machine);
        if (moveNext is null || builder is null || start?.Previous?.Operand is not VariableDefinition variable)
            return null;
        FieldDefinition clock = new("<>syncopate", FieldAttributes.Public, _clock);
        machine.Fields.Add(clock);
        method.Body.SimplifyMacros();
        OpCode load = variable.VariableType.IsValueType ? OpCodes.Ldloca : OpCodes.Ldloc;
        Insert(method.Body, start, Instruction.Create(load, variable), new FieldReference(clock.Name, clock.FieldType, variable.VariableType), (number, _enter));
        method.Body.OptimizeMacros();
        return new WovenMethod(number, machine.FullName.Replace('/', '+'), assembly, MoveNext(moveNext, builder, Within(clock, machine), number)) { IsGiven = IsGiven(method) };
    }

    // What implements an interface is virtual. A lambda is what a delegate asks for. ASP.NET Core finds middleware by
    // the names of its method and of what that takes.
    private static bool IsGiven(MethodDefinition method) =>
        method.IsVirtual
        || method.Name.Contains(">b__", StringComparison.Ordinal)
        || (method.Name is "Invoke" or "InvokeAsync" && method.Parameters.FirstOrDefault()?.ParameterType.FullName == "Microsoft.AspNetCore.Http.HttpContext");

    /// <summary>Lets the program send its last figures when its Main returns.</summary>
    public void Finish()
    {
        if (_module.EntryPoint is not { HasBody: true } main)
            return;
        main.Body.SimplifyMacros();
        MethodReference finish = new(nameof(AwaitClock.Finish), _module.TypeSystem.Void, _clock);
        foreach (Instruction end in main.Body.Instructions.Where(i => i.OpCode.Code == Code.Ret).ToList())
        {
            // Others may jump to the end: it becomes the call, and a new end follows.
            main.Body.GetILProcessor().InsertAfter(end, Instruction.Create(OpCodes.Ret));
            (end.OpCode, end.Operand) = (OpCodes.Call, finish);
        }

        main.Body.OptimizeMacros();
    }

    private Dictionary<int, WovenAwait> MoveNext(MethodDefinition moveNext, FieldDefinition builder, FieldReference clock, int number)
    {
        Dictionary<int, WovenAwait> awaits = [];
        MethodBody body = moveNext.Body;
        body.SimplifyMacros();
        foreach (Instruction call in body.Instructions.Where(i => IsOf(builder, i)).ToList())
        {
            string name = ((MethodReference)call.Operand).Name;
            if (name is "AwaitOnCompleted" or "AwaitUnsafeOnCompleted" && AwaitedCall.State(call) is { } state)
            {
                awaits.TryAdd(state, AwaitedCall.Of(call, _module));
                Insert(body, call, Instruction.Create(OpCodes.Ldarg, body.ThisParameter), clock, (state, _suspend));
            }
            else if (name is "SetResult" or "SetException")
            {
                Insert(body, call, Instruction.Create(OpCodes.Ldarg, body.ThisParameter), clock, (number, _leave));
            }
        }

        Insert(body, body.Instructions[0], Instruction.Create(OpCodes.Ldarg, body.ThisParameter), clock, (number, _resume));
        body.OptimizeMacros();
        return awaits;
    }

    // What the call takes already lies on the stack, and stays there.
    private static void Insert(MethodBody body, Instruction before, Instruction loadMachine, FieldReference clock, (int Argument, MethodReference Method) call)
    {
        ILProcessor processor = body.GetILProcessor();
        processor.InsertBefore(before, loadMachine);
        processor.InsertBefore(before, processor.Create(OpCodes.Ldflda, clock));
        processor.InsertBefore(before, processor.Create(OpCodes.Ldc_I4, call.Argument));
        processor.InsertBefore(before, processor.Create(OpCodes.Call, call.Method));
    }

    // Other types have methods of these names too, such as TaskCompletionSource.
    private static bool IsOf(FieldDefinition builder, Instruction instruction) =>
        instruction.Operand is MethodReference call && call.DeclaringType.GetElementType().FullName == builder.FieldType.GetElementType().FullName;

    private static FieldReference Within(FieldDefinition field, TypeDefinition machine)
    {
        if (!machine.HasGenericParameters)
            return field;
        GenericInstanceType self = new(machine);
        foreach (GenericParameter parameter in machine.GenericParameters)
            self.GenericArguments.Add(parameter);
        return new FieldReference(field.Name, field.FieldType, self);
    }

    private MethodReference OfClock(string name)
    {
        MethodReference method = new(name, _module.TypeSystem.Void, _clock) { HasThis = true };
        method.Parameters.Add(new ParameterDefinition(_module.TypeSystem.Int32));
        return method;
    }
}
