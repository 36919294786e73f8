namespace Syncopate.Watch.Stacks;

/// <summary>One instruction of a method's IL.</summary>
/// <param name="Offset">Where it stands.</param>
/// <param name="Code">Its number, as <see cref="System.Reflection.Emit.OpCode.Value"/> has it.</param>
/// <param name="Token">What it names; 0 for an instruction that names nothing.</param>
internal readonly record struct Instruction(int Offset, short Code, int Token);
