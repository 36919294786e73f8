using System.Globalization;
using System.Net.Sockets;
using Microsoft.AspNetCore.Connections;

namespace SampleSite.Hosting;

/// <summary>Why the site did not start, in one sentence instead of a stack trace.</summary>
public static class StartFailure
{
    /// <summary>Exit code for a setting that cannot be.</summary>
    public const int WrongUsage = 2;

    private const int PortNotUsable = 4;

    /// <summary>Runs the site until it is told to stop; gives the exit code of the process.</summary>
    public static async Task<int> RunAsync(WebApplication site)
    {
        try
        {
            await site.RunAsync();
            return 0;
        }
        catch (IOException taken) when (taken.InnerException is AddressInUseException)
        {
            return Report($"{PortIn(taken.Message)} is in use. Stop the program that holds it, or take another: --urls http://127.0.0.1:5090 (port 0 takes any free one).", PortNotUsable);
        }
        catch (SocketException denied) when (denied.SocketErrorCode == SocketError.AccessDenied)
        {
            return Report("This port needs rights that the process does not have. Take one above 1023: --urls http://127.0.0.1:5080.", PortNotUsable);
        }
    }

    /// <summary>Prints the reason and gives the exit code back.</summary>
    public static int Report(string reason, int exitCode)
    {
        Console.Error.WriteLine("error: " + reason);
        return exitCode;
    }

    // The server's message is "Failed to bind to address http://127.0.0.1:5080: address already in use."
    private static string PortIn(string message) =>
        message.Split(' ').Select(static word => Uri.TryCreate(word.TrimEnd(':'), UriKind.Absolute, out var url) ? url : null)
            .FirstOrDefault(static url => url is not null) is { } url
            ? string.Create(CultureInfo.InvariantCulture, $"Port {url.Port}")
            : "The port";
}
