namespace Syncopate.Histograms;

/// <summary>An encoded histogram or a histogram log is damaged, foreign or too large; the only thing its readers throw about their input.</summary>
/// <param name="message">What was read, the value found and the value allowed.</param>
/// <param name="innerException">What the decompressor or the constructor of the histogram said; null when the reader found the fault itself.</param>
public sealed class HistogramFormatException(string message, Exception? innerException = null) : FormatException(message, innerException);
