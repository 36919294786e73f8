using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;

namespace Syncopate.Scan.Loading.Plain;

/// <summary>Compiles stubs when the first project needs them. Used by one thread.</summary>
/// <param name="framework">What they refer to: .NET and ASP.NET Core.</param>
internal sealed class StubLibrary(IReadOnlyList<string> framework)
{
    private readonly Dictionary<string, MetadataReference> _compiled = [];
    private readonly Lazy<IReadOnlyList<StubFamily>> _families = new(StubFamily.ReadAll);
    private readonly Lazy<HashSet<string>> _replaceable = new(() => [.. StubFamily.ReadAll().SelectMany(family => family.InsteadOf)]);
    private readonly Lazy<IReadOnlyList<MetadataReference>> _framework = new(
        () => [.. framework.Select(file => MetadataReference.CreateFromFile(file))]);

    /// <summary>Names of the assemblies that some family can stand for.</summary>
    public IReadOnlySet<string> Replaceable => _replaceable.Value;

    /// <summary>The families that stand for assemblies that are not there, with those they need.</summary>
    /// <param name="usings">The namespaces that the sources use.</param>
    /// <param name="assemblies">Names of the assemblies that are there.</param>
    public IReadOnlyList<StubFamily> Choose(IReadOnlySet<string> usings, IReadOnlySet<string> assemblies)
    {
        List<StubFamily> able = [.. _families.Value.Where(family => !family.InsteadOf.Any(assemblies.Contains))];
        HashSet<string> chosen = [.. able.Where(family => usings.Any(family.Explains)).Select(family => family.Assembly)];
        // A family stands behind those it needs, so that one way back finds all.
        foreach (StubFamily family in able.AsEnumerable().Reverse().Where(family => chosen.Contains(family.Assembly)))
            chosen.UnionWith(family.Needs);
        return [.. able.Where(family => chosen.Contains(family.Assembly))];
    }

    /// <summary>The references to some families.</summary>
    /// <param name="chosen">Each behind those it needs.</param>
    /// <param name="there">Paths of the assemblies that are there, by name: the real ones of families that a chosen one needs.</param>
    /// <exception cref="InvalidOperationException">One does not compile: a mistake of ours.</exception>
    public IReadOnlyList<MetadataReference> Compile(IReadOnlyList<StubFamily> chosen, IReadOnlyDictionary<string, string> there)
    {
        Dictionary<string, MetadataReference> compiled = [];
        foreach (StubFamily family in chosen)
        {
            List<string> real = [.. family.Needs.Where(there.ContainsKey).Select(name => there[name])];
            string key = string.Join('|', [family.Assembly, .. real]);
            if (!_compiled.TryGetValue(key, out MetadataReference? reference))
            {
                IEnumerable<MetadataReference> needed = family.Needs.Where(compiled.ContainsKey).Select(name => compiled[name]);
                _compiled[key] = reference = Compile(family, [.. needed, .. real.Select(path => MetadataReference.CreateFromFile(path))]);
            }

            compiled[family.Assembly] = reference;
        }

        return [.. compiled.Values];
    }

    private PortableExecutableReference Compile(StubFamily family, IReadOnlyList<MetadataReference> needed)
    {
        CSharpCompilation compilation = CSharpCompilation.Create(
            family.Assembly,
            [CSharpSyntaxTree.ParseText(family.Source)],
            [.. _framework.Value, .. needed],
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true));
        using MemoryStream image = new();
        // The bodies are never looked at: symbols of an image have no source that rules could follow.
        EmitResult result = compilation.Emit(image, options: new EmitOptions(metadataOnly: true));
        if (!result.Success)
        {
            Diagnostic error = result.Diagnostics.First(found => found.Severity == DiagnosticSeverity.Error);
            throw new InvalidOperationException($"The stubs of {family.Assembly} do not compile: {error}");
        }

        image.Position = 0;
        return MetadataReference.CreateFromStream(image);
    }
}
