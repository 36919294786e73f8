using System.ComponentModel;
using System.Diagnostics;
using System.Text;
using System.Text.Json;
using Xunit;

namespace Syncopate.Tests.Measuring;

/// <summary>hdr-histogram-js behind tests/interop/histograms.js: a node process that answers one line of JSON with another.</summary>
internal static class HistogramReference
{
    /// <summary>Starts node, asks everything, and ends it. Skips the test where node or its packages are missing.</summary>
    /// <returns>One answer a request, in order.</returns>
    public static async Task<List<TAnswer>> AskAsync<TAnswer>(IEnumerable<object> requests, CancellationToken cancellationToken)
    {
        using Process node = Start();
        try
        {
            Task sending = SendAsync(node.StandardInput, requests, cancellationToken);
            Task<string> complaints = node.StandardError.ReadToEndAsync(cancellationToken);
            List<TAnswer> answers = [];
            while (await node.StandardOutput.ReadLineAsync(cancellationToken) is { } line)
                answers.Add(JsonSerializer.Deserialize<TAnswer>(line, JsonSerializerOptions.Web) ?? throw new JsonException(line));
            Assert.Equal("", await complaints);
            await sending;
            return answers;
        }
        finally
        {
            node.Kill();
        }
    }

    private static Process Start()
    {
        string folder = Path.Combine(RepositoryRoot(), "tests", "interop");
        Assert.SkipUnless(
            Directory.Exists(Path.Combine(folder, "node_modules", "hdr-histogram-js")),
            "hdr-histogram-js is not installed: run `npm ci` in tests/interop.");
        try
        {
            return Process.Start(new ProcessStartInfo("node", "histograms.js")
            {
                WorkingDirectory = folder,
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                StandardInputEncoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false),
                StandardOutputEncoding = Encoding.UTF8,
            })!;
        }
        catch (Win32Exception)
        {
            Assert.Skip("node is not on the PATH: install Node.js 14 or later to compare with hdr-histogram-js.");
            throw;
        }
    }

    private static async Task SendAsync(StreamWriter input, IEnumerable<object> requests, CancellationToken cancellationToken)
    {
        await using (input)
        {
            foreach (object request in requests)
                await input.WriteLineAsync(JsonSerializer.Serialize(request, JsonSerializerOptions.Web).AsMemory(), cancellationToken);
        }
    }

    private static string RepositoryRoot()
    {
        string? folder = AppContext.BaseDirectory;
        while (folder is not null && !File.Exists(Path.Combine(folder, "Syncopate.slnx")))
            folder = Path.GetDirectoryName(folder);
        return folder ?? throw new DirectoryNotFoundException($"Syncopate.slnx is in no folder above {AppContext.BaseDirectory}.");
    }
}
