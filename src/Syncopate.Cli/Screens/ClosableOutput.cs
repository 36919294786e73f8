using System.Text;
using Spectre.Console;

namespace Syncopate.Cli.Screens;

/// <summary>A terminal that may be closed while something is measured: what is written afterwards goes nowhere. The run that ends in
/// order then would else fail on its own messages, before its report.</summary>
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

    private sealed class ClosableWriter(TextWriter writer) : TextWriter
    {
        public override Encoding Encoding => Console.OutputEncoding;

        public override void Write(char value) => Try(() => writer.Write(value));

        public override void Write(char[] buffer, int index, int count) =>
            Try(() => writer.Write(buffer, index, count));

        public override void Write(string? value) => Try(() => writer.Write(value));

        public override void Flush() => Try(writer.Flush);

        private static void Try(Action write)
        {
            try
            {
                write();
            }
            catch (IOException)
            {
                // Nobody reads it any more.
            }
        }
    }
}
