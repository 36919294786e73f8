using System.Reflection;

namespace Syncopate.Running;

/// <summary>The version of the tool and of its library: all projects have the same one.</summary>
internal static class ToolVersion
{
    /// <summary>Such as "0.2.0".</summary>
    public static string Text => typeof(ToolVersion).Assembly.GetName().Version?.ToString(3) ?? "0.0.0";

    /// <summary>The build, such as "0.2.0+" and the revision of the source where the build knew it.</summary>
    public static string Build =>
        typeof(ToolVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion
        ?? Text;
}
