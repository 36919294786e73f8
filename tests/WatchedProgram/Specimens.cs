using System.Diagnostics.CodeAnalysis;

// What blocks here does so on purpose, to be found. Whatever else a scan finds in this project is a mistake.
[assembly: SuppressMessage("Syncopate.Async", "SYNC2001", Scope = "type", Target = "~T:WatchedProgram.Endpoints",
    Justification = "Specimen: never run, read by the watch.")]
[assembly: SuppressMessage("Syncopate.Async", "SYNC2004", Scope = "type", Target = "~T:WatchedProgram.Endpoints",
    Justification = "Specimen: never run, read by the watch.")]
[assembly: SuppressMessage("Syncopate.Async", "SYNC2001", Scope = "type", Target = "~T:WatchedProgram.BlockedPlaces",
    Justification = "Specimen: a wait that the watch has to find.")]
[assembly: SuppressMessage("Syncopate.Async", "SYNC2001", Scope = "type", Target = "~T:WatchedProgram.Convoy",
    Justification = "Specimen: who has a lock waits for a Task, which the watch has to find.")]
[assembly: SuppressMessage("Syncopate.Async", "SYNC2003", Scope = "type", Target = "~T:WatchedProgram.Convoy",
    Justification = "Specimen: a sleep that polls, which the watch has to find.")]
[assembly: SuppressMessage("Syncopate.Async", "SYNC2007", Scope = "type", Target = "~T:WatchedProgram.Awaits",
    Justification = "Specimen: an async void lambda that the watch has to find.")]
