using System.Text;
using Spectre.Console;
using Syncopate.Running.Showing;

namespace Syncopate.Cli.Screens;

/// <summary>A terminal that may be closed while something is measured.</summary>
internal sealed class ClosableOutput : IAnsiConsoleOutput
{
    private readonly AnsiConsoleOutput _console;

    /// <param name="writer">Standard output or error.</param>
    public ClosableOutput(TextWriter writer)
    {
        _console = new AnsiConsoleOutput(writer);
        Writer = new ClosableWriter(writer);
    }

    /// <inheritdoc/>
    public TextWriter Writer { get; }

    /// <inheritdoc/>
    public bool IsTerminal => _console.IsTerminal;

    /// <inheritdoc/>
    public int Width => _console.Width;

    /// <inheritdoc/>
    public int Height => _console.Height;

    /// <inheritdoc/>
    public void SetEncoding(Encoding encoding) => _console.SetEncoding(encoding);
}
