namespace Syncopate.Measuring;

/// <summary>An encoded histogram or a histogram log is damaged, foreign or too large; the only thing its readers throw about their input.</summary>
public sealed class HistogramFormatException : FormatException
{
    /// <summary>Says what was read, the value found and the value allowed.</summary>
    public HistogramFormatException(string message)
        : base(message)
    {
    }

    /// <summary>As the other, with what the decompressor or the constructor of the histogram said.</summary>
    public HistogramFormatException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
