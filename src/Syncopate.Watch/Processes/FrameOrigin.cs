namespace Syncopate.Watch.Processes;

/// <summary>Whose code a frame is.</summary>
internal enum FrameOrigin
{
    /// <summary>Of .NET itself, or made while the program runs.</summary>
    Framework,

    /// <summary>Of a package.</summary>
    Package,

    /// <summary>Of a driver of ADO.NET, whoever wrote it.</summary>
    Driver,

    /// <summary>The application's own.</summary>
    Own,
}
