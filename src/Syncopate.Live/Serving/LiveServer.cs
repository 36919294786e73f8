using System.Globalization;
using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.DependencyInjection;
using Syncopate.Live.Access;
using Syncopate.Live.Following;
using Syncopate.Live.Pages;
using Syncopate.Live.Results;
using Syncopate.Live.Watching;

namespace Syncopate.Live.Serving;

/// <summary>The page of <c>syncopate serve</c>: on 127.0.0.1, for whoever has the address with its token.</summary>
internal sealed class LiveServer : IAsyncDisposable
{
    private const int MostBodyBytes = 64 * 1024;
    private const int MostConnections = 128;

    private static readonly TimeSpan Goodbye = TimeSpan.FromSeconds(1);

    private readonly WebApplication _site;
    private readonly LiveParts _parts;

    private LiveServer(WebApplication site, LiveParts parts, Uri address)
    {
        _site = site;
        _parts = parts;
        Address = address;
    }

    /// <summary>Where to go, with the token that lets one in; good until this is disposed.</summary>
    public Uri Address { get; }

    /// <summary>Starts listening.</summary>
    /// <exception cref="IOException">The port is taken.</exception>
    public static async Task<LiveServer> StartAsync(LiveOptions options, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(options);
        // Empty: no configuration file and no variable of the environment has a say in where this listens.
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel =>
        {
            kestrel.Listen(IPAddress.Loopback, options.Port);
            kestrel.AddServerHeader = false;
            kestrel.Limits.MaxRequestBodySize = MostBodyBytes;
            kestrel.Limits.MaxConcurrentConnections = MostConnections;
        });
        builder.Services.AddRoutingCore();
        builder.Services.Configure<Microsoft.Extensions.Hosting.HostOptions>(host => host.ShutdownTimeout = Goodbye);
        WebApplication site = builder.Build();
        AccessKeys keys = new();
        AccessGate? gate = null; // Known once the port is; until then nobody can ask.
        site.Use(next => context => gate is null ? Task.CompletedTask : gate.PassAsync(context, next));
        site.Use(next => context => PageFrame.GuardAsync(context, next));
        site.UseRouting();
        ResultStore store = new(options.Root);
        ChildRuns runs = new(options, store);
        WatchSessions sessions = new(store.Root, options.Time);
        LiveParts parts = new(options, keys, store, runs, sessions);
        LiveRoutes.Map(site, parts);
        await site.StartAsync(cancellationToken);
        Uri bound = new(site.Services.GetRequiredService<IServer>().Features.GetRequiredFeature<IServerAddressesFeature>().Addresses
            .First());
        gate = new AccessGate(keys, bound.Port);
        return new LiveServer(site, parts, new Uri(string.Create(CultureInfo.InvariantCulture,
            $"http://127.0.0.1:{bound.Port}/?{AccessGate.TokenParameter}={keys.Token}")));
    }

    /// <summary>Has the command judge the line of the demonstration where that will begin by itself, as there is no result: while a
    /// browser is opened, and not when it waits for the first request, the code that reads a line is compiled.</summary>
    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        try
        {
            if (_parts.Store.IsEmpty)
                _ = await _parts.Options.Tool.CheckAsync(RacePages.Demonstrated, cancellationToken);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Whoever asks for a page is told what is wrong with the folder.
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        try
        {
            await _parts.Runs.DisposeAsync();
            await _parts.Sessions.DisposeAsync();
        }
        finally
        {
            await _site.StopAsync();
            await _site.DisposeAsync();
        }
    }
}
