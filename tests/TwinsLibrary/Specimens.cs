using System.Diagnostics.CodeAnalysis;

[assembly: SuppressMessage("Syncopate.Async", "SYNC2003", Scope = "type", Target = "~T:TwinsLibrary.Customers",
    Justification = "Specimen: a twin that says it is asynchronous and blocks, which the tool has to name.")]
