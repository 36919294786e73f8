using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Syncopate;

/// <summary>An app that listens at a free port of this machine.</summary>
internal sealed class ServedApp : IAsyncDisposable
{
    private const string AnyPort = "http://127.0.0.1:0";

    // As the template of a project sets it: else the app writes some lines for every request, which costs more than most of them.
    private const string LevelVariable = "Logging__LogLevel__Microsoft.AspNetCore";

    private const string Category = "Microsoft.AspNetCore.Hosting.Diagnostics";

    private readonly WebApplication _app;

    private ServedApp(WebApplication app, Uri address) => (_app, Address) = (app, address);

    /// <summary>Where it listens.</summary>
    public Uri Address { get; }

    /// <summary>Whether the app writes lines for every request.</summary>
    public bool LogsRequests => _app.Services.GetService<ILoggerFactory>()?.CreateLogger(Category).IsEnabled(LogLevel.Information) == true;

    /// <summary>The variables of a process that serves an app: warnings and worse of the framework are written, unless
    /// the user's own variables say otherwise.</summary>
    public static IReadOnlyDictionary<string, string> Quiet(IReadOnlyDictionary<string, string> variables) =>
        Environment.GetEnvironmentVariable(LevelVariable) is null
            ? new Dictionary<string, string>(variables) { [LevelVariable] = "Warning" }
            : variables;

    /// <summary>Starts an app.</summary>
    /// <param name="make">Gives it, built and not started.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="FormsException">It does not start, or does not listen on this machine by http.</exception>
    public static async Task<ServedApp> StartAsync(Func<WebApplication> make, CancellationToken cancellationToken)
    {
        WebApplication app = make();
        try
        {
            app.Urls.Clear();
            app.Urls.Add(AnyPort);
            await app.StartAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or InvalidOperationException)
        {
            await app.DisposeAsync().ConfigureAwait(false);
            throw new FormsException($"The app could not be started at {AnyPort}: {e.Message.TrimEnd('.')}. Give one that is built and not "
                + "started, and let it set no address of its own, neither by Kestrel's options nor in its settings.", e);
        }

        return new ServedApp(app, AddressOf(app));
    }

    /// <summary>Returns when the app has been asked to stop.</summary>
    public Task ShutdownAsync() => _app.WaitForShutdownAsync();

    /// <summary>Stops it.</summary>
    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync().ConfigureAwait(false);
        await _app.DisposeAsync().ConfigureAwait(false);
    }

    private static Uri AddressOf(WebApplication app)
    {
        ICollection<string> addresses = app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()?.Addresses ?? [];
        string? address = addresses.FirstOrDefault(a => a.StartsWith("http://", StringComparison.Ordinal));
        return address is not null
            ? new UriBuilder(address.Replace("[::]", "127.0.0.1", StringComparison.Ordinal)).Uri
            : throw new FormsException($"The app listens at {(addresses.Count > 0 ? string.Join(", ", addresses) : "no address")}; its "
                + "routes are compared by http on this machine. Let it set no address of its own.");
    }
}
