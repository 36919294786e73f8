using Microsoft.AspNetCore.DataProtection;

namespace SampleSite.Hosting;

/// <summary>Keeps the site from writing files.</summary>
public static class KeysInMemory
{
    /// <summary>
    /// Views bring data protection with them, whose start-up service writes a key to the operator's home folder. Here keys live and die
    /// with the process, and none is made before one is needed.
    /// </summary>
    public static void KeepKeysInMemory(this IServiceCollection services)
    {
        services.AddDataProtection().UseEphemeralDataProtectionProvider();
        var keyRing = services.Single(static service =>
            service.ServiceType == typeof(IHostedService) && service.ImplementationType?.Namespace == "Microsoft.AspNetCore.DataProtection.Internal");
        services.Remove(keyRing);
    }
}
