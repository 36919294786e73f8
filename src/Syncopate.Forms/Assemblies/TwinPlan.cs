using Syncopate.Calling;

namespace Syncopate.Assemblies;

/// <summary>Twins of an assembly as forms that are called. Only a process that was started to call one of them loads
/// the assembly.</summary>
/// <param name="Assembly">Full path of its file.</param>
/// <param name="Twin">The pair.</param>
/// <param name="Call">With which arguments.</param>
/// <param name="PlaceOf">Finds where the method with a token is written; null where nobody knows.</param>
internal sealed record TwinPlan(string Assembly, Twin Twin, MethodCall Call, Func<int, MethodPlace?> PlaceOf)
    : FormPlan(Heading(Twin, Call), Assembly, 0, [""])
{
    /// <inheritdoc/>
    public override IReadOnlyList<FormDescription> Descriptions { get; } =
    [
        Describe(Form.Sync, PlaceOf(Twin.Sync.Token), Assembly, $"{Twin.Type}.{Twin.Sync.Name}({Arguments(Call)})"),
        Describe(Form.Async, PlaceOf(Twin.Async.Token), Assembly, $"{Twin.Type}.{Twin.Async.Name}({Arguments(Call)})"),
    ];

    /// <inheritdoc/>
    public override FormWork Open(int form, int row)
    {
        TwinLoader loader = new(Assembly);
        try
        {
            return loader.Open(Descriptions[form], form == 0 ? Twin.Sync : Twin.Async, Call.Arguments);
        }
        catch (Exception e) when (e is IOException or BadImageFormatException or TypeLoadException
            or InvalidOperationException or ArgumentException or NotSupportedException)
        {
            string what = $"{Heading(Twin, Call)} of {Path.GetFileName(Assembly)}";
            throw new FormsException($"{what} cannot be loaded: {e.Message.TrimEnd('.')}. What it refers to must be in its "
                + "folder: dotnet publish puts it there.", e);
        }
    }

    // Without a PDB the assembly is all that is known of the place.
    private static FormDescription Describe(Form form, MethodPlace? place, string assembly, string code) =>
        new(form, form.ToString(), code, place?.File ?? assembly, place?.Line ?? 0) { GivesTask = form == Form.Async };

    private static string Heading(Twin twin, MethodCall call) => $"{twin.Type}.{twin.Sync.Name}({Arguments(call)})";

    private static string Arguments(MethodCall call) => string.Join(", ", call.Arguments.Select(a => a.Text));
}
