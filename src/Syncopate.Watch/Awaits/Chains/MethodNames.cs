using Syncopate.Watch.Stacks;

namespace Syncopate.Watch.Awaits.Chains;

/// <summary>Names the methods of chains by addresses within their code, each once.</summary>
internal sealed class MethodNames(OwnCode own, FrameReader frames)
{
    private readonly Dictionary<ulong, ChainFrame?> _frames = [];

    // The awaits of a method, as they are met: no list has them.
    private readonly Dictionary<string, (StateMachine Machine, List<SourcePlace?> Awaits)> _machines = new(StringComparer.Ordinal);

    /// <summary>The method; null for a frame of the runtime's own, and for what is not known.</summary>
    public ChainFrame? At(ulong address)
    {
        if (!_frames.TryGetValue(address, out ChainFrame? frame))
            _frames[address] = frame = address == 0 ? null : Find(address);
        return frame;
    }

    private ChainFrame? Find(ulong address)
    {
        if (frames.ReadAt(address) is not { } found)
            return null;
        if (StateMachineName.OfMoveNext(found.Type, found.Method) is { } machineName)
        {
            StateMachine? its = own.Find(machineName);
            return new ChainFrame(its is null ? machineName[(machineName.LastIndexOf('+') + 1)..] : machineName, its, null);
        }

        string name = StateMachineName.Without(found.Type, found.Method);
        if (!_machines.TryGetValue(name, out (StateMachine Machine, List<SourcePlace?> Awaits) known))
        {
            if (own.Find(name) is not { } machine)
                return new ChainFrame($"<{found.Method}>d", null, null);
            List<SourcePlace?> awaits = [];
            _machines[name] = known = (machine with { Awaits = awaits }, awaits);
        }

        SourcePlace? place = found is { File: { } file, Line: { } line } ? new SourcePlace(file, line) : null;
        if (!known.Awaits.Contains(place))
            known.Awaits.Add(place);
        return new ChainFrame(name, known.Machine, known.Awaits.IndexOf(place));
    }
}
