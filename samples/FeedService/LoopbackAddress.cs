using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Connections;

namespace FeedService;

/// <summary>Where the service listens: on this machine, and nowhere else.</summary>
internal sealed class LoopbackAddress
{
    private const string Usual = "http://127.0.0.1:5081";

    private readonly Uri _address;

    /// <exception cref="StartException">Another machine could reach the address, or it is none.</exception>
    public LoopbackAddress(IConfiguration configuration)
    {
        // Kestrel would listen at these too, whatever this class says.
        if (configuration.GetSection("Kestrel:Endpoints").Exists())
            throw new StartException(StartException.WrongUsage, "Kestrel:Endpoints is set, but the service listens at --urls only. Remove it.");

        var text = configuration["urls"] ?? Usual;
        _address = Read(text) ?? throw new StartException(
            StartException.WrongUsage,
            $"Cannot listen at '{text}': a sample answers this machine only. Use --urls http://127.0.0.1:PORT; port 0 takes a free one.");
    }

    public string Url => _address.GetLeftPart(UriPartial.Authority);

    /// <summary>Serves until the process is asked to end.</summary>
    /// <exception cref="StartException">The port cannot be had.</exception>
    public async Task ServeAsync(WebApplication app)
    {
        try
        {
            await app.StartAsync();
        }
        catch (IOException e) when (e.InnerException is AddressInUseException)
        {
            throw new StartException(
                StartException.CannotUse,
                $"Port {_address.Port} is in use. Stop what uses it, or choose another: --urls http://127.0.0.1:PORT (port 0 takes a free one); of a run of Syncopate: --port.");
        }
        catch (SocketException e)
        {
            throw new StartException(StartException.CannotUse, $"Cannot listen at {Url}: {e.Message}. Choose another port with --urls.");
        }
        await app.WaitForShutdownAsync();
    }

    private static Uri? Read(string text)
    {
        if (!Uri.TryCreate(text, UriKind.Absolute, out Uri? address) || address.Scheme != Uri.UriSchemeHttp || address.PathAndQuery != "/")
            return null;
        if (address.Host == "localhost")
            return new Uri($"http://127.0.0.1:{address.Port}"); // The name may stand for two addresses, and then port 0 cannot be chosen.

        return IPAddress.TryParse(address.Host, out IPAddress? host) && IPAddress.IsLoopback(host) ? address : null;
    }
}
