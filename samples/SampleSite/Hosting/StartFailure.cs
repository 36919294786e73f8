using System.Net.Sockets;
using Microsoft.AspNetCore.Connections;

namespace SampleSite.Hosting;

/// <summary>Why the site did not start, in one sentence instead of a stack trace.</summary>
public static class StartFailure
{
    /// <summary>Exit code for a setting that cannot be.</summary>
    public const int WrongUsage = 2;

    /// <summary>Exit code for a port or a database that cannot be used.</summary>
    public const int NotUsable = 4;

    /// <summary>Runs the site until it is told to stop; gives the exit code of the process.</summary>
    public static async Task<int> RunAsync(WebApplication site, SiteSettings settings)
    {
        try
        {
            await site.RunAsync();
            return 0;
        }
        catch (IOException taken) when (taken.InnerException is AddressInUseException)
        {
            int port = new Uri(settings.Urls.First(url => taken.Message.Contains(url, StringComparison.Ordinal))).Port;
            return Report($"Port {port} is in use. Stop the program that holds it, or take another: --urls http://127.0.0.1:5090 (port 0 takes any free one); of a run of Syncopate: --port.", NotUsable);
        }
        catch (SocketException denied) when (denied.SocketErrorCode == SocketError.AccessDenied)
        {
            return Report("This port needs rights that the process does not have. Take one above 1023: --urls http://127.0.0.1:5080.", NotUsable);
        }
    }

    /// <summary>Prints the reason and gives the exit code back.</summary>
    public static int Report(string reason, int exitCode)
    {
        Console.Error.WriteLine("error: " + reason);
        return exitCode;
    }
}
