using System.Diagnostics.CodeAnalysis;

[assembly: SuppressMessage("Syncopate.Async", "SYNC2003", Scope = "type", Target = "~T:FormsProgram.Shop",
    Justification = "Specimen: a form that says it is asynchronous and blocks, which the library has to name.")]
