namespace Syncopate.Crud.Generator;

/// <summary>What is generated for one type. Strings only, so that two compilations are compared by value and an unrelated edit regenerates nothing.</summary>
/// <param name="FileName">Unique in its compilation.</param>
/// <param name="Text">The whole file.</param>
internal sealed record GeneratedPart(string FileName, string Text)
{
    // Without the setters that a record brings: .NET Standard 2.0 lacks the type that the compiler marks them with.
    public string FileName { get; } = FileName;

    public string Text { get; } = Text;
}
