namespace Syncopate.Assemblies;

/// <summary>Where a method of an assembly is written.</summary>
/// <param name="File">Source file.</param>
/// <param name="Line">Line at which its code begins, from 1.</param>
internal sealed record MethodPlace(string File, int Line);
