using System.Collections.Immutable;
using System.Reflection.Emit;
using System.Reflection.Metadata;

namespace Syncopate.Watch.Stacks;

/// <summary>The ways through the IL of one method.</summary>
/// <param name="instructions">All of it, in order.</param>
/// <param name="regions">What handles exceptions, and what is done in any case.</param>
internal sealed class MethodFlow(IReadOnlyList<Instruction> instructions, ImmutableArray<ExceptionRegion> regions)
{
    /// <summary>True when a way leads from one instruction to another that passes none which ends it.</summary>
    /// <param name="from">Offset of the one, which is no part of the way.</param>
    /// <param name="to">Offset of the other, or within it.</param>
    /// <param name="ends">What ends a way.</param>
    public bool Leads(int from, int to, Func<Instruction, bool> ends)
    {
        int place = At(to);
        return Leads(from, index => index == place, ends);
    }

    /// <summary>True when such a way leads out of the method.</summary>
    /// <param name="from">Offset at which it begins.</param>
    /// <param name="ends">What ends a way.</param>
    public bool LeadsOut(int from, Func<Instruction, bool> ends) =>
        Leads(from, index => index < instructions.Count && instructions[index].Code == OpCodes.Ret.Value, ends);

    /// <summary>True when an instruction is within a loop: a later one goes back before it.</summary>
    /// <param name="at">Its offset, or one within it.</param>
    public bool IsInLoop(int at) =>
        instructions.Any(one => one.Offset >= at && one.Targets.Any(target => target <= at));

    private bool Leads(int from, Func<int, bool> isThere, Func<Instruction, bool> ends)
    {
        HashSet<int> seen = [];
        Stack<int> open = new([At(from) + 1]);
        while (open.TryPop(out int next))
        {
            if (isThere(next))
                return true;
            if (next >= instructions.Count || !seen.Add(next) || ends(instructions[next]))
                continue;
            foreach (int following in After(next, ends))
                open.Push(following);
        }

        return false;
    }

    private IEnumerable<int> After(int index, Func<Instruction, bool> ends)
    {
        Instruction one = instructions[index];
        foreach (ExceptionRegion region in regions.Where(region => IsTried(region, one.Offset)))
            yield return At(region.HandlerOffset);
        bool leaves = one.Code == OpCodes.Leave.Value || one.Code == OpCodes.Leave_S.Value;
        foreach (int target in one.Targets)
        {
            if (!leaves || !regions.Any(region => EndsBetween(region, one.Offset, target, ends)))
                yield return At(target);
        }

        if (one.GoesOn)
            yield return index + 1;
    }

    // What is done in any case between leaving a block and going on behind it.
    private bool EndsBetween(ExceptionRegion region, int from, int to, Func<Instruction, bool> ends) =>
        region.Kind == ExceptionRegionKind.Finally
        && IsTried(region, from)
        && !IsTried(region, to)
        && instructions.Any(one => IsWithin(one.Offset, region.HandlerOffset, region.HandlerLength) && ends(one));

    private static bool IsTried(ExceptionRegion region, int offset) => IsWithin(offset, region.TryOffset, region.TryLength);

    private static bool IsWithin(int offset, int from, int length) => offset >= from && offset < from + length;

    // The instruction at an offset, or that one which it is within.
    private int At(int offset)
    {
        (int low, int high) = (0, instructions.Count);
        while (low < high)
        {
            int middle = (low + high) / 2;
            (low, high) = instructions[middle].Offset <= offset ? (middle + 1, high) : (low, middle);
        }

        return Math.Max(0, low - 1);
    }
}
