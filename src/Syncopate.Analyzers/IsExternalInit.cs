#pragma warning disable IDE0130 // The compiler asks for this type by its full name.
namespace System.Runtime.CompilerServices;

/// <summary>What the compiler asks for behind <c>init</c>; netstandard2.0 has none.</summary>
internal static class IsExternalInit;
