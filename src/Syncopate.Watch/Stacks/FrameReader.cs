using Syncopate.Watch.Processes;

namespace Syncopate.Watch.Stacks;

/// <summary>Turns addresses into methods, each once.</summary>
internal sealed class FrameReader(MethodMap methods) : IDisposable
{
    /// <summary>The type that the runtime gives code made while the program runs.</summary>
    public const string Generated = "dynamicClass";

    /// <summary>Stands for the native code that enters a lock; no code lies there.</summary>
    public const ulong EnterAddress = 1;

    private static readonly Frame Enter = new("System.Threading.Monitor", "Enter", FrameOrigin.Framework, null, null);

    private readonly Dictionary<ulong, Frame?> _frames = new() { [EnterAddress] = Enter };
    private readonly Dictionary<string, SourceModule> _modules = new(StringComparer.Ordinal);
    private readonly OwnModules _own = new();

    /// <summary>The method to which a return address leads; null for native code.</summary>
    public Frame? Read(ulong returnAddress)
    {
        if (!_frames.TryGetValue(returnAddress, out Frame? frame))
            _frames[returnAddress] = frame = ReadAt(returnAddress - 1); // The call itself ends just before it, perhaps on the line before.
        return frame;
    }

    /// <summary>The method that has an instruction at an address; null for native code.</summary>
    public Frame? ReadAt(ulong address) => methods.Find(address) is { } code ? Look(address, code) : null;

    /// <summary>The application's own assemblies, as far as their files can be read.</summary>
    public IEnumerable<SourceModule> Own() =>
        methods.Modules.Distinct(StringComparer.Ordinal).Where(path => _own.Origin(path) == FrameOrigin.Own).Select(Module);

    public void Dispose()
    {
        foreach (SourceModule module in _modules.Values)
            module.Dispose();
    }

    private Frame Look(ulong address, CodeRange code)
    {
        string path = methods.Module(code.ModuleId);
        // Code made while the program runs, such as what calls an action of MVC: nobody wrote it, whatever was compiled into it.
        FrameOrigin whose = code.Type == Generated ? FrameOrigin.Framework : _own.Origin(path);
        if (whose == FrameOrigin.Framework)
            return new Frame(code.Type, code.Method, FrameOrigin.Framework, null, null);
        SourceModule module = Module(path);
        FrameOrigin origin = module.IsDriver(code.Token) ? FrameOrigin.Driver : whose;
        int? offset = code.ILOffset(address);
        (string File, int Line)? place = offset is { } line ? module.Line(code.Token, line) : null;
        Frame frame = new(code.Type, code.Method, origin, place?.File, place?.Line);
        return WithCode(frame, module, code.Token, offset);
    }

    private static Frame WithCode(Frame frame, SourceModule module, int token, int? offset)
    {
        try
        {
            if (module.Code is not { } il)
                return frame;
            Frame known = frame with { GivesBack = il.GivesBack(token), EntersAsync = il.EntersAsync(token) };
            return offset is not { } at ? known : known with
            {
                Guard = il.Guard(token, at),
                HasLeft = il.HasLeft(token, at),
                IsInLoop = il.IsInLoop(token, at),
            };
        }
        catch (BadImageFormatException)
        {
            return frame; // A file that is damaged, or was replaced while it was read.
        }
    }

    private SourceModule Module(string path)
    {
        if (!_modules.TryGetValue(path, out SourceModule? module))
            _modules[path] = module = SourceModule.Open(path);
        return module;
    }
}
