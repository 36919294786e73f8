using System.Diagnostics.CodeAnalysis;

// What blocks here does so on purpose, to be measured. Whatever else a scan finds in this project is a mistake.
[assembly: SuppressMessage("Syncopate.Async", "SYNC2004", Scope = "type", Target = "~T:SampleSite.Actions.ActionMeasureController",
    Justification = "Specimen: the sync form, which the page compares with the async one.")]
[assembly: SuppressMessage("Syncopate.Async", "SYNC2004", Scope = "type", Target = "~T:SampleSite.Actions.ActionsController",
    Justification = "Specimen: the sync form, which the page compares with the async one.")]
[assembly: SuppressMessage("Syncopate.Async", "SYNC2004", Scope = "type", Target = "~T:SampleSite.Customers.CustomersController",
    Justification = "Specimen: the sync form, which the page compares with the async one.")]
[assembly: SuppressMessage("Syncopate.Async", "SYNC2004", Scope = "type", Target = "~T:SampleSite.Dashboard.DashboardController",
    Justification = "Specimen: the sync form, which the page compares with the async one.")]
[assembly: SuppressMessage("Syncopate.Async", "SYNC2004", Scope = "type", Target = "~T:SampleSite.Delays.DelaysController",
    Justification = "Specimen: the sync form, which the page compares with the async one.")]
[assembly: SuppressMessage("Syncopate.Async", "SYNC2004", Scope = "type", Target = "~T:SampleSite.Delays.StarvationController",
    Justification = "Specimen: the sync form, which the page compares with the async one.")]
[assembly: SuppressMessage("Syncopate.Async", "SYNC2004", Scope = "type", Target = "~T:SampleSite.External.ExternalController",
    Justification = "Specimen: the sync form, which the page compares with the async one.")]
[assembly: SuppressMessage("Syncopate.Async", "SYNC2004", Scope = "type", Target = "~T:SampleSite.FirstWins.FirstWinsController",
    Justification = "Specimen: the sync form, which the page compares with the async one.")]
[assembly: SuppressMessage("Syncopate.Async", "SYNC2004", Scope = "type", Target = "~T:SampleSite.Posts.PostsSyncController",
    Justification = "Specimen: the sync form, which the page compares with the async one.")]
[assembly: SuppressMessage("Syncopate.Async", "SYNC2004", Scope = "type", Target = "~T:SampleSite.Tags.TagsSyncController",
    Justification = "Specimen: the sync form, which the page compares with the async one.")]
[assembly: SuppressMessage("Syncopate.Async", "SYNC2004", Scope = "type", Target = "~T:SampleSite.Work.WorkEndpoints",
    Justification = "Specimen: the sync form, which the page compares with the async one.")]
[assembly: SuppressMessage("Syncopate.Async", "SYNC2005", Scope = "type", Target = "~T:SampleSite.Posts.PostsSyncController",
    Justification = "Specimen: the sync form, which the page compares with the async one.")]
[assembly: SuppressMessage("Syncopate.Async", "SYNC2005", Scope = "type", Target = "~T:SampleSite.Tags.TagsSyncController",
    Justification = "Specimen: the sync form, which the page compares with the async one.")]
[assembly: SuppressMessage("Syncopate.Async", "SYNC2002", Scope = "type", Target = "~T:SampleSite.DataAccess.ListByReader",
    Justification = "Specimen: rows that have arrived are read without a wait for each, to measure what that saves.")]
