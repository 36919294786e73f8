using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Syncopate.Scan.Loading.Recipes;

namespace Syncopate.Scan.Loading.Compiling;

/// <summary>A recipe carried out.</summary>
/// <param name="Recipe">What it was made of.</param>
/// <param name="Compilation">The compilation.</param>
/// <param name="Generated">Those of its trees that nobody wrote by hand.</param>
internal sealed record CompiledProject(ProjectRecipe Recipe, CSharpCompilation Compilation, IReadOnlySet<SyntaxTree> Generated);
