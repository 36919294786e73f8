using Syncopate.Runtimes;

namespace Syncopate.Running.Comparing;

/// <summary>One of the targets of a comparison of builds, as it will run.</summary>
internal sealed class BuiltTarget
{
    /// <param name="form">A, B or C.</param>
    /// <param name="wanted">What was asked for.</param>
    /// <param name="label">What distinguishes it from the others.</param>
    /// <param name="build">What the compiler made of it; other targets may share it.</param>
    /// <param name="runtimes">What is installed; needed only where a runtime is wanted.</param>
    /// <exception cref="TargetFailedException">It does not run on the runtime that is wanted.</exception>
    public BuiltTarget(Form form, ComparedBuild wanted, string label, AppBuild build, InstalledRuntimes? runtimes)
    {
        Form = form;
        Wanted = wanted;
        Build = build;
        string? pinned = null;
        Runtime = build.Output.BuiltFor ?? "";
        if (wanted.Runtime is { } runtime && runtimes is not null)
        {
            pinned = build.FileFor(form, ".runtimeconfig.json");
            Runtime = runtimes.Pin(form, build.Output, runtime, pinned);
        }

        Compared = new ComparedTarget(
            form, $"{form} {label}", $"{wanted.Label}, {wanted.Path}", wanted.Path, build.Server(form, pinned));
    }

    /// <summary>A, B or C.</summary>
    public Form Form { get; }

    /// <summary>What was asked for.</summary>
    public ComparedBuild Wanted { get; }

    /// <summary>What the compiler made of it.</summary>
    public AppBuild Build { get; }

    /// <summary>The target, with how its server is started.</summary>
    public ComparedTarget Compared { get; }

    /// <summary>The version of .NET that it runs on, or was built for where none was wanted; empty when that is not known.</summary>
    public string Runtime { get; }

    /// <summary>The async methods of its own assemblies.</summary>
    public AsyncMethodCount Methods => Build.Methods;

    /// <summary>The first number of <see cref="Runtime"/>.</summary>
    public string RuntimeMajor => Runtime.Split('.')[0];

    /// <summary>What is another than in the target that it is compared with, each in words.</summary>
    public IEnumerable<string> ChangesFrom(BuiltTarget other)
    {
        if (Wanted.Source != other.Wanted.Source)
            yield return "the source";
        if (Wanted.IsRuntimeAsync != other.Wanted.IsRuntimeAsync)
            yield return "runtime async";
        foreach (string name in Wanted.Properties.Except(other.Wanted.Properties).Concat(other.Wanted.Properties.Except(Wanted.Properties))
            .Select(p => p.Key).Distinct(StringComparer.OrdinalIgnoreCase))
        {
            yield return $"the property {name}";
        }

        bool areKnown = Wanted.Runtime is not null && other.Wanted.Runtime is not null;
        if (RuntimeMajor != other.RuntimeMajor || (areKnown && Runtime != other.Runtime))
            yield return $"the runtime (.NET {Runtime} against {other.Runtime})";
        if (Wanted.Path != other.Wanted.Path)
            yield return "the path";
    }
}
