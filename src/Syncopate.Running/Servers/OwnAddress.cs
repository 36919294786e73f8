using System.Net;
using System.Net.NetworkInformation;

namespace Syncopate.Running.Servers;

/// <summary>Tells addresses of this machine from others: agents elsewhere know a server here by another one than loopback.</summary>
internal static class OwnAddress
{
    /// <summary>Whether a URL is of this machine, by its number or as localhost. Other names are not looked up: they may mean another
    /// machine to whoever asks next.</summary>
    public static bool Is(Uri address) =>
        address.IsLoopback || (IPAddress.TryParse(address.IdnHost, out IPAddress? number) && Is(number));

    /// <summary>Whether an address is loopback, or one of this machine's network interfaces; false where the system does not list
    /// them.</summary>
    public static bool Is(IPAddress address)
    {
        if (IPAddress.IsLoopback(address))
            return true;
        try
        {
            return NetworkInterface.GetAllNetworkInterfaces()
                .SelectMany(network => network.GetIPProperties().UnicastAddresses)
                .Any(own => own.Address.Equals(address));
        }
        catch (NetworkInformationException)
        {
            return false;
        }
    }
}
