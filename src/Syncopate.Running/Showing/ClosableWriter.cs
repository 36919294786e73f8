using System.Text;

namespace Syncopate.Running.Showing;

/// <summary>A terminal that may be closed while something is measured: what is written afterwards goes nowhere. The run that ends in
/// order then would else fail on its own messages, before its report.</summary>
internal sealed class ClosableWriter(TextWriter writer) : TextWriter
{
    /// <summary>Standard output as a program writes it: what is redirected must not lose anything in silence.</summary>
    public static TextWriter Out => Console.IsOutputRedirected ? Console.Out : new ClosableWriter(Console.Out);

    /// <summary>Standard error, alike.</summary>
    public static TextWriter Error => Console.IsErrorRedirected ? Console.Error : new ClosableWriter(Console.Error);

    public override Encoding Encoding => writer.Encoding;

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
