using System.Diagnostics.CodeAnalysis;

// What blocks here does so on purpose, to be measured. Whatever else a scan finds in this project is a mistake.
[assembly: SuppressMessage("Syncopate.Async", "SYNC2003", Scope = "type", Target = "~T:FeedService.Feeds.BlockingDelay",
    Justification = "Specimen: the delay of the sync form, whose thread serves nobody else meanwhile.")]
