using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>A receiver of OTLP that decodes with messages that we did not write: tests/interop/otlp-receiver.js.</summary>
internal sealed class OtlpReceiver : IAsyncDisposable
{
    private readonly Process _node;
    private readonly Task<IReadOnlyList<JsonElement>> _messages;

    private OtlpReceiver(Process node, int port)
    {
        _node = node;
        Address = string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}");
        _messages = ReadAsync(node.StandardOutput);
    }

    public string Address { get; }

    /// <summary>Starts it; skips the test where node or its packages are missing.</summary>
    /// <param name="status">What it answers to every message.</param>
    public static async Task<OtlpReceiver> StartAsync(int status = 200)
    {
        string folder = Path.Combine(Built.RepositoryRoot, "tests", "interop");
        Assert.SkipUnless(Directory.Exists(Path.Combine(folder, "node_modules", "@opentelemetry", "otlp-transformer")),
            "@opentelemetry/otlp-transformer is not installed: run `npm ci` in tests/interop.");
        Process node = Launch(folder, status);
        string port = await node.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken) ?? "";
        return new OtlpReceiver(node, int.Parse(port, CultureInfo.InvariantCulture));
    }

    /// <summary>Ends it, and gives the messages of a kind ("metrics", "traces") that came, in order.</summary>
    public async Task<IReadOnlyList<JsonElement>> MessagesAsync(string kind)
    {
        _node.StandardInput.Close();
        IReadOnlyList<JsonElement> all = await _messages;
        return [.. all.Where(m => m.GetProperty("path").GetString() == $"/v1/{kind}").Select(m => m.GetProperty("message"))];
    }

    public async ValueTask DisposeAsync()
    {
        _node.Kill();
        await _messages;
        _node.Dispose();
    }

    private static Process Launch(string folder, int status)
    {
        try
        {
            string[] words = ["otlp-receiver.js", status.ToString(CultureInfo.InvariantCulture)];
            return Process.Start(new ProcessStartInfo("node", words)
            {
                WorkingDirectory = folder,
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
            }) ?? throw new InvalidOperationException("node did not start.");
        }
        catch (Win32Exception)
        {
            Assert.Skip("node is not on the PATH: install Node.js 20 or later to decode OTLP.");
            throw;
        }
    }

    private static async Task<IReadOnlyList<JsonElement>> ReadAsync(StreamReader output)
    {
        List<JsonElement> messages = [];
        while (await output.ReadLineAsync() is { } line)
            messages.Add(JsonElement.Parse(line));
        return messages;
    }
}
