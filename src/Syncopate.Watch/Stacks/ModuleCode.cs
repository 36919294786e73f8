using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Reflection;
using System.Reflection.Emit;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Syncopate.Watch.Stacks;

/// <summary>The IL of an assembly's methods, as its file has it.</summary>
internal sealed class ModuleCode(PEReader image, MetadataReader metadata)
{
    // Numbers of tables (ECMA-335, II.22); an instruction may name texts and fields too.
    private const int MethodDefinitions = 0x06;
    private const int MemberReferences = 0x0A;
    private const int MethodSpecifications = 0x2B;

    private const string WaitHandles = "System.Threading.WaitHandle";
    private const string Collections = "System.Collections.Concurrent.BlockingCollection`1";
    private const string Semaphores = "System.Threading.SemaphoreSlim";

    private static readonly FrozenDictionary<short, OpCode> Codes =
        typeof(OpCodes)
            .GetFields(BindingFlags.Public | BindingFlags.Static)
            .Select(field => field.GetValue(null))
            .OfType<OpCode>()
            .ToFrozenDictionary(code => code.Value);

    // Types of the framework and of packages, and how their methods are called.
    private static readonly string[] Limiters = ["Lock", "Mutex", "Semaphore", "RateLimiter", "Bulkhead"];

    private static readonly FrozenSet<string> Entering =
    [
        "Enter", "EnterAsync", "TryEnter", "Lock", "LockAsync", "Wait", "WaitAsync", "Acquire", "AcquireAsync", "AttemptAcquire",
        "ReaderLock", "ReaderLockAsync", "WriterLock", "WriterLockAsync",
    ];

    // What methods of the assembly have entered when they return; and which of them leave what.
    private readonly Dictionary<int, (string Type, string Method)?> _entered = [];
    private readonly Dictionary<(int Token, string Guard), bool> _leaving = [];
    private readonly Dictionary<int, bool> _releasing = [];

    /// <summary>Tokens of all methods that have a body.</summary>
    public IEnumerable<int> Methods => metadata.MethodDefinitions
        .Where(method => metadata.GetMethodDefinition(method).RelativeVirtualAddress != 0)
        .Select(method => MetadataTokens.GetToken(method));

    /// <summary>The instructions of one of these methods; none for any other.</summary>
    public IReadOnlyList<Instruction> Instructions(int token)
    {
        List<Instruction> instructions = [];
        if (Body(token) is not { } body)
            return instructions;
        BlobReader il = body.GetILReader();
        while (il.RemainingBytes > 0)
        {
            int offset = il.Offset;
            short code = il.ReadByte();
            if (code == 0xFE)
                code = unchecked((short)(0xFE00 | il.ReadByte()));
            if (!Codes.TryGetValue(code, out OpCode known))
                return instructions;
            (int named, int[] targets) = Operand(ref il, known.OperandType);
            bool goesOn = known.FlowControl is not (FlowControl.Branch or FlowControl.Return or FlowControl.Throw);
            instructions.Add(new Instruction(offset, code, named, targets, goesOn));
        }

        return instructions;
    }

    /// <summary>The ways through one of these methods.</summary>
    public MethodFlow Flow(int token) => new(Instructions(token), Body(token)?.ExceptionRegions ?? ImmutableArray<ExceptionRegion>.Empty);

    /// <summary>Full type and name of a method, wherever it is defined; null for what is no method.</summary>
    public (string Type, string Method)? Name(int token)
    {
        if (token >>> 24 is not (MethodDefinitions or MemberReferences or MethodSpecifications))
            return null;
        EntityHandle handle = MetadataTokens.EntityHandle(token);
        switch (handle.Kind)
        {
            case HandleKind.MethodDefinition:
                MethodDefinition own = metadata.GetMethodDefinition((MethodDefinitionHandle)handle);
                return (Type(own.GetDeclaringType()), metadata.GetString(own.Name));
            case HandleKind.MemberReference:
                MemberReference other = metadata.GetMemberReference((MemberReferenceHandle)handle);
                return (Type(other.Parent), metadata.GetString(other.Name));
            case HandleKind.MethodSpecification:
                return Name(MetadataTokens.GetToken(metadata.GetMethodSpecification((MethodSpecificationHandle)handle).Method));
            default:
                return null;
        }
    }

    /// <summary>The last call in a method, before an instruction, of something that lets in only some at a time, there or in a method of
    /// the assembly that it calls: "SemaphoreSlim.Wait"; null for none. Whether it has been left since is not asked.</summary>
    public string? Guard(int token, int before) =>
        Guards(token, before, IsLimiter).Select(guard => MethodName.Short(guard.Type, guard.Method)).LastOrDefault();

    /// <summary>True where something that lets in only some at a time was entered before an instruction, and has been left on every way
    /// from there to it.</summary>
    public bool HasLeft(int token, int before)
    {
        (int Offset, string Type, string Method)[] guards = [.. Guards(token, before, _ => false)];
        if (guards.Length == 0)
            return false;
        MethodFlow flow = Flow(token);
        return !Array.Exists(guards, guard => flow.Leads(guard.Offset, before, one => IsLeft(one, guard.Type)));
    }

    /// <summary>True where a method releases a semaphore, or a method of the assembly does that it calls. What waits for one and does
    /// not, waits for a signal.</summary>
    public bool GivesBack(int token) => Releases(token)
        || Instructions(token).Any(one => IsCall(one) && one.Token >>> 24 == MethodDefinitions && Releases(one.Token));

    /// <summary>True where a method waits for a semaphore without blocking: who has it may be on no thread.</summary>
    public bool EntersAsync(int token) =>
        Instructions(token).Any(one => IsCall(one) && Name(one.Token) is (Semaphores, "WaitAsync"));

    /// <summary>True when a later instruction of a method goes back before one: the call may be made again and again.</summary>
    public bool IsInLoop(int token, int at) => Flow(token).IsInLoop(at);

    private IEnumerable<(int Offset, string Type, string Method)> Guards(
        int token, int before, Func<(string Type, string Method), bool> isOther) =>
        from instruction in Instructions(token)
        where instruction.Offset < before && IsCall(instruction)
        let entered = Entered(instruction.Token) ?? Other(instruction.Token, isOther)
        where entered is not null
        select (instruction.Offset, entered.Value.Type, entered.Value.Method);

    private (string Type, string Method)? Other(int called, Func<(string Type, string Method), bool> isOther) =>
        Name(called) is { } name && isOther(name) ? name : null;

    // By the call itself, or by a method of this assembly that returns without having left it.
    private (string Type, string Method)? Entered(int called)
    {
        if (Name(called) is not { } name)
            return null;
        if (IsGuard(name.Type, name.Method))
            return name;
        if (called >>> 24 != MethodDefinitions)
            return null;
        if (!_entered.TryGetValue(called, out (string Type, string Method)? within))
            _entered[called] = within = EnteredWithin(called);
        return within;
    }

    private (string Type, string Method)? EnteredWithin(int token)
    {
        MethodFlow? flow = null;
        foreach (Instruction one in Instructions(token).Where(IsCall))
        {
            if (Name(one.Token) is not { } name || !IsGuard(name.Type, name.Method))
                continue;
            flow ??= Flow(token);
            bool isKept = flow.LeadsOut(
                one.Offset, other => IsCall(other) && Name(other.Token) is { } called && IsExit(called, name.Type));
            if (isKept)
                return name;
        }

        return null;
    }

    private bool IsLeft(Instruction instruction, string guard)
    {
        if (!IsCall(instruction) || Name(instruction.Token) is not { } called)
            return false;
        if (IsExit(called, guard) || instruction.Token >>> 24 != MethodDefinitions)
            return IsExit(called, guard);
        if (!_leaving.TryGetValue((instruction.Token, guard), out bool isLeft))
            _leaving[(instruction.Token, guard)] = isLeft = LeavesOnly(instruction.Token, guard);
        return isLeft;
    }

    private bool Releases(int token)
    {
        if (!_releasing.TryGetValue(token, out bool releases))
        {
            _releasing[token] = releases = Instructions(token)
                .Any(one => IsCall(one) && Name(one.Token) is { } called && IsExit(called, Semaphores));
        }

        return releases;
    }

    // What enters and leaves leaves nothing of its caller's.
    private bool LeavesOnly(int token, string guard)
    {
        (string Type, string Method)[] calls =
            [.. Instructions(token).Where(IsCall).Select(one => Name(one.Token)).OfType<(string Type, string Method)>()];
        return Array.Exists(calls, call => IsExit(call, guard))
            && !Array.Exists(calls, call => IsGuard(call.Type, call.Method));
    }

    private static bool IsCall(Instruction one) => one.Code == OpCodes.Call.Value || one.Code == OpCodes.Callvirt.Value;

    private static bool IsExit((string Type, string Method) called, string guard) => (guard, called.Type, called.Method) switch
    {
        ("System.Threading.Monitor", "System.Threading.Monitor", "Exit") => true,
        ("System.Threading.Lock", "System.Threading.Lock", "Exit") => true,
        // What EnterScope answers is a type within that of the lock, which is named without it.
        ("System.Threading.Lock", "Scope" or "System.Threading.Lock+Scope", "Dispose") => true,
        ("System.Threading.ReaderWriterLockSlim", "System.Threading.ReaderWriterLockSlim", var method) =>
            method.StartsWith("Exit", StringComparison.Ordinal),
        (Semaphores, Semaphores, "Release") => true,
        (WaitHandles, "System.Threading.Semaphore", "Release") => true,
        (WaitHandles, "System.Threading.Mutex", "ReleaseMutex") => true,
        (Collections, Collections, "Add" or "TryAdd") => true,
        _ => false,
    };

    private static bool IsGuard(string type, string method) => type switch
    {
        "System.Threading.Monitor" or "System.Threading.Lock" or "System.Threading.ReaderWriterLockSlim" =>
            method.StartsWith("Enter", StringComparison.Ordinal) || method.StartsWith("TryEnter", StringComparison.Ordinal),
        Semaphores => method is "Wait" or "WaitAsync",
        WaitHandles => method == "WaitOne", // Of a Mutex or a Semaphore; or of an event.
        Collections => method is "Take" or "TryTake", // As a pool of objects, which get back to it.
        _ => false,
    };

    // What else lets in only some at a time, by its name: how it is left is not known.
    private static bool IsLimiter((string Type, string Method) called)
    {
        string type = called.Type[(called.Type.LastIndexOfAny(['.', '+']) + 1)..];
        return called switch
        {
            ("System.Threading.ReaderWriterLock", var method) => method.StartsWith("Acquire", StringComparison.Ordinal),
            ("System.Threading.Channels.ChannelReader`1", "ReadAsync") => true, // As a pool of objects.
            _ => Entering.Contains(called.Method)
                && Array.Exists(Limiters, word => type.Contains(word, StringComparison.Ordinal)),
        };
    }

    /// <summary>The text that an instruction loads.</summary>
    public string Text(int token) => metadata.GetUserString((UserStringHandle)MetadataTokens.Handle(token));

    private MethodBodyBlock? Body(int token) =>
        token >>> 24 == MethodDefinitions
        && MetadataTokens.EntityHandle(token) is { IsNil: false } handle
        && metadata.GetMethodDefinition((MethodDefinitionHandle)handle).RelativeVirtualAddress is not 0 and var address
            ? image.GetMethodBody(address)
            : null;

    // What it names, and where it goes.
    private static (int Token, int[] Targets) Operand(ref BlobReader il, OperandType operand)
    {
        switch (operand)
        {
            case OperandType.InlineNone:
                return (0, []);
            case OperandType.ShortInlineBrTarget:
                int near = il.ReadSByte();
                return (0, [il.Offset + near]);
            case OperandType.InlineBrTarget:
                int far = il.ReadInt32();
                return (0, [il.Offset + far]);
            case OperandType.ShortInlineI or OperandType.ShortInlineVar:
                il.ReadByte();
                return (0, []);
            case OperandType.InlineVar:
                il.ReadInt16();
                return (0, []);
            case OperandType.InlineI8 or OperandType.InlineR:
                il.ReadInt64();
                return (0, []);
            case OperandType.InlineSwitch:
                return (0, Switch(ref il));
            case OperandType.InlineMethod or OperandType.InlineString:
                return (il.ReadInt32(), []);
            default:
                il.ReadInt32();
                return (0, []);
        }
    }

    private static int[] Switch(ref BlobReader il)
    {
        int count = il.ReadInt32();
        if (count < 0 || count > il.RemainingBytes / sizeof(int))
            throw new BadImageFormatException();
        int behind = il.Offset + sizeof(int) * count;
        int[] targets = new int[count];
        for (int i = 0; i < count; i++)
            targets[i] = behind + il.ReadInt32();
        return targets;
    }

    private string Type(EntityHandle handle)
    {
        switch (handle.Kind)
        {
            case HandleKind.TypeDefinition:
                TypeDefinition own = metadata.GetTypeDefinition((TypeDefinitionHandle)handle);
                return own.GetDeclaringType() is { IsNil: false } outer
                    ? $"{Type(outer)}+{metadata.GetString(own.Name)}"
                    : Qualified(own.Namespace, own.Name);
            case HandleKind.TypeReference:
                TypeReference other = metadata.GetTypeReference((TypeReferenceHandle)handle);
                return Qualified(other.Namespace, other.Name);
            case HandleKind.TypeSpecification:
                return Generic(metadata.GetTypeSpecification((TypeSpecificationHandle)handle).Signature);
            default:
                return "";
        }
    }

    // Of a generic type, without its arguments (ECMA-335, II.23.2.14); an array or the like has no name that anybody asks for.
    private string Generic(BlobHandle signature)
    {
        BlobReader reader = metadata.GetBlobReader(signature);
        if (reader.ReadCompressedInteger() != (int)SignatureTypeCode.GenericTypeInstance)
            return "";
        reader.ReadCompressedInteger(); // Whether it is a class.
        return Type(reader.ReadTypeHandle());
    }

    private string Qualified(StringHandle space, StringHandle name) =>
        space.IsNil ? metadata.GetString(name) : $"{metadata.GetString(space)}.{metadata.GetString(name)}";
}

/// <summary>One instruction of a method's IL.</summary>
/// <param name="Offset">Where it stands.</param>
/// <param name="Code">Its number, as <see cref="System.Reflection.Emit.OpCode.Value"/> has it.</param>
/// <param name="Token">What it names; 0 for an instruction that names nothing.</param>
/// <param name="Targets">Offsets at which it may go on; empty for an instruction that never goes elsewhere.</param>
/// <param name="GoesOn">Whether the next instruction may follow it.</param>
internal readonly record struct Instruction(int Offset, short Code, int Token, IReadOnlyList<int> Targets, bool GoesOn);
