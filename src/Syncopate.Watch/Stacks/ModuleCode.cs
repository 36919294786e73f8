using System.Collections.Frozen;
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

    private static readonly FrozenDictionary<short, OpCode> Codes =
        typeof(OpCodes)
            .GetFields(BindingFlags.Public | BindingFlags.Static)
            .Select(field => field.GetValue(null))
            .OfType<OpCode>()
            .ToFrozenDictionary(code => code.Value);

    /// <summary>Tokens of all methods that have a body.</summary>
    public IEnumerable<int> Methods => metadata.MethodDefinitions
        .Where(method => metadata.GetMethodDefinition(method).RelativeVirtualAddress != 0)
        .Select(method => MetadataTokens.GetToken(method));

    /// <summary>The instructions of one of these methods; none for any other.</summary>
    public IReadOnlyList<Instruction> Instructions(int token)
    {
        List<Instruction> instructions = [];
        if (token >>> 24 != MethodDefinitions
            || MetadataTokens.EntityHandle(token) is not { IsNil: false } handle
            || metadata.GetMethodDefinition((MethodDefinitionHandle)handle).RelativeVirtualAddress is not (not 0 and var address))
        {
            return instructions;
        }

        BlobReader il = image.GetMethodBody(address).GetILReader();
        while (il.RemainingBytes > 0)
        {
            int offset = il.Offset;
            short code = il.ReadByte();
            if (code == 0xFE)
                code = unchecked((short)(0xFE00 | il.ReadByte()));
            if (!Codes.TryGetValue(code, out OpCode known))
                return instructions;
            instructions.Add(new Instruction(offset, code, Token(ref il, known.OperandType)));
        }

        return instructions;
    }

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

    /// <summary>The last call in a method, before an instruction, of something that lets in only some at a time:
    /// "SemaphoreSlim.Wait"; null for none. Whether it has been left since is not asked.</summary>
    public string? Guard(int token, int before) => (
        from instruction in Instructions(token)
        where instruction.Offset < before && instruction.Token != 0
        let called = Name(instruction.Token)
        where called is not null && IsGuard(called.Value.Type, called.Value.Method)
        select MethodName.Short(called.Value.Type, called.Value.Method)).LastOrDefault();

    private static bool IsGuard(string type, string method) => type switch
    {
        "System.Threading.Monitor" or "System.Threading.Lock" or "System.Threading.ReaderWriterLockSlim" =>
            method.StartsWith("Enter", StringComparison.Ordinal) || method.StartsWith("TryEnter", StringComparison.Ordinal),
        "System.Threading.SemaphoreSlim" => method is "Wait" or "WaitAsync",
        _ => false,
    };

    /// <summary>The text that an instruction loads.</summary>
    public string Text(int token) => metadata.GetUserString((UserStringHandle)MetadataTokens.Handle(token));

    private static int Token(ref BlobReader il, OperandType operand)
    {
        switch (operand)
        {
            case OperandType.InlineNone:
                return 0;
            case OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar:
                il.ReadByte();
                return 0;
            case OperandType.InlineVar:
                il.ReadInt16();
                return 0;
            case OperandType.InlineI8 or OperandType.InlineR:
                il.ReadInt64();
                return 0;
            case OperandType.InlineSwitch:
                int targets = il.ReadInt32();
                il.Offset += sizeof(int) * targets;
                return 0;
            case OperandType.InlineMethod or OperandType.InlineString:
                return il.ReadInt32();
            default:
                il.ReadInt32();
                return 0;
        }
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
            default:
                return ""; // A generic type: its name is in a signature, and nobody asks for it.
        }
    }

    private string Qualified(StringHandle space, StringHandle name) =>
        space.IsNil ? metadata.GetString(name) : $"{metadata.GetString(space)}.{metadata.GetString(name)}";
}

/// <summary>One instruction of a method's IL.</summary>
/// <param name="Offset">Where it stands.</param>
/// <param name="Code">Its number, as <see cref="System.Reflection.Emit.OpCode.Value"/> has it.</param>
/// <param name="Token">What it names; 0 for an instruction that names nothing.</param>
internal readonly record struct Instruction(int Offset, short Code, int Token);
