namespace Syncopate.Reporting;

/// <summary>The pictures of an experiment, of which one stands above the fold.</summary>
internal enum ReportPicture
{
    /// <summary>Whichever there is, who waits for a thread first.</summary>
    Any,

    /// <summary>Who waits for a thread.</summary>
    Timeline,

    /// <summary>How the calls of a request overlap.</summary>
    Calls,

    /// <summary>How long work takes.</summary>
    Bars,
}
