namespace Syncopate;

/// <summary>Where the server of a form blocked its threads under a second of an experiment's load, looked at after the
/// rounds: the reason for a result, never a part of it.</summary>
/// <param name="Experiment">Id of the experiment.</param>
/// <param name="Form">The form.</param>
/// <param name="Sites">The places.</param>
internal sealed record FormProbe(string Experiment, Form Form, BlockedSites Sites) : JournalRecord;
