using System.Diagnostics.CodeAnalysis;

// What blocks here does so on purpose, to be measured. Whatever else a scan finds in this project is a mistake.
[assembly: SuppressMessage("Syncopate.Async", "SYNC2001", Scope = "type", Target = "~T:AwaitCost.FirstCall",
    Justification = "Specimen: the first call is timed on one thread, as the runtime itself waits for an async Main.")]
