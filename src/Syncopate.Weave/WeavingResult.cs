using Syncopate.Watch;

namespace Syncopate.Weave;

/// <summary>What weaving a program came to.</summary>
internal sealed record WeavingResult(IReadOnlyList<WovenMethod> Methods, IReadOnlyList<string> Assemblies, IReadOnlyList<string> Notes);
