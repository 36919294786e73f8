namespace Syncopate.EndToEnd.Tests;

/// <summary>How a sample ended, and all that it wrote.</summary>
internal sealed record SampleEnd(int ExitCode, string Output, string Error);
