using Syncopate.Running;

namespace Syncopate.Cli.Screens;

/// <summary>Shows on stderr how a measurement goes.</summary>
internal interface IDisplay : IProgress<RunProgress>
{
    /// <summary>Ends an open live line, so that what follows starts on its own.</summary>
    void Close();
}
