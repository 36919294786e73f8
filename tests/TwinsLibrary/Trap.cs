using System.Runtime.CompilerServices;

namespace TwinsLibrary;

/// <summary>Tells that code of this assembly ran: writes a file that the variable names.</summary>
internal static class Trap
{
#pragma warning disable CA2255 // Whoever loads this assembly is to be found out.
    [ModuleInitializer]
#pragma warning restore CA2255
    public static void Spring()
    {
        if (Environment.GetEnvironmentVariable("TWINS_RAN") is { } file)
            File.WriteAllText(file, "ran");
    }
}
