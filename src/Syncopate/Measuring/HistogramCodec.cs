namespace Syncopate.Measuring;

/// <summary>Placeholder until the histogram lands.</summary>
public static class HistogramCodec;
