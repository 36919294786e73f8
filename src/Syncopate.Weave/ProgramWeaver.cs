using System.Text.Json;
using Mono.Cecil;
using Mono.Cecil.Cil;
using Syncopate.Texts;
using Syncopate.Watch;

namespace Syncopate.Weave;

/// <summary>Weaves the program's own assemblies in a copied folder.</summary>
internal sealed class ProgramWeaver(string original, string copy)
{
    private readonly List<WovenMethod> _methods = [];
    private readonly List<string> _assemblies = [];
    private readonly List<string> _notes = [];
    private int _iterators;
    private int _runtimeAsync;

    /// <summary>Weaves the program and its own libraries.</summary>
    /// <param name="program">File name of the program's assembly.</param>
    /// <param name="cancellationToken">Stops between two assemblies.</param>
    public WeavingResult Weave(string program, CancellationToken cancellationToken)
    {
        foreach (string assembly in Own(program))
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (File.Exists(Path.Combine(copy, assembly)))
                Weave(assembly);
        }

        if (_runtimeAsync > 0)
        {
            _notes.Add($"{Counted.Of(_runtimeAsync, "runtime-async method is", "runtime-async methods are")} missing: "
                + "there is no state machine that could carry a clock.");
        }

        if (_iterators > 0)
            _notes.Add($"Not woven: {Counted.Of(_iterators, "async iterator")} (IAsyncEnumerable).");
        if (_methods.Count == 0)
            _notes.Add($"No async method was found in {string.Join(", ", Own(program))}.");
        return new WeavingResult(_methods, _assemblies, _notes);
    }

    /// <summary>The program and the projects it was built from: what its list of dependencies calls a project. Packages
    /// are not its own.</summary>
    private IEnumerable<string> Own(string program)
    {
        string list = Path.Combine(original, Path.ChangeExtension(program, ".deps.json"));
        if (!File.Exists(list))
            return [program];
        using JsonDocument dependencies = JsonDocument.Parse(File.ReadAllBytes(list));
        if (!dependencies.RootElement.TryGetProperty("libraries", out JsonElement libraries))
            return [program];
        return
        [
            .. libraries.EnumerateObject()
                .Where(library => library.Value.TryGetProperty("type", out JsonElement type) && type.GetString() == "project")
                .Select(library => library.Name.Split('/')[0] + ".dll")
                .Append(program)
                .Distinct(StringComparer.OrdinalIgnoreCase),
        ];
    }

    private void Weave(string file)
    {
        using DefaultAssemblyResolver resolver = new();
        resolver.AddSearchDirectory(copy);
        resolver.AddSearchDirectory(Path.GetDirectoryName(typeof(object).Assembly.Location));
        string path = Path.Combine(copy, file);
        ReaderParameters reading = new()
        {
            AssemblyResolver = resolver,
            InMemory = true, // The file itself is written.
            ReadSymbols = true,
            SymbolReaderProvider = new DefaultSymbolReaderProvider(throwIfNoSymbol: false),
        };
        using ModuleDefinition module = ModuleDefinition.ReadModule(path, reading);
        List<TypeDefinition> types = [.. module.GetTypes()];
        _runtimeAsync += types.SelectMany(type => type.Methods).Count(method => ((int)method.ImplAttributes & 0x2000) != 0);
        _iterators += types.SelectMany(type => type.Methods).Count(method => method.CustomAttributes.Any(attribute => attribute.AttributeType.Name == "AsyncIteratorStateMachineAttribute"));
        int before = _methods.Count;
        ModuleWeaver weaver = new(module);
        foreach (MethodDefinition method in types.SelectMany(type => type.Methods).Where(method => method.HasBody).ToList())
        {
            if (weaver.Weave(method, _methods.Count, Path.Combine(original, file)) is { } woven)
                _methods.Add(woven);
        }

        if (_methods.Count == before)
            return;
        weaver.Finish();
        // What was compiled ahead is not in the copy any more, nor is the signature good; .NET asks for neither.
        module.Attributes = (module.Attributes | ModuleAttributes.ILOnly) & ~ModuleAttributes.StrongNameSigned;
        module.Write(path, new WriterParameters { WriteSymbols = module.HasSymbols, SymbolWriterProvider = module.HasSymbols ? new PortablePdbWriterProvider() : null });
        _assemblies.Add(file);
    }
}
