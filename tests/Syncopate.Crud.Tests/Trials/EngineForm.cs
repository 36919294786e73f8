namespace Syncopate.Crud.Tests.Trials;

[ProjectsFrom<Engine>]
public sealed partial class EngineForm
{
    public string Maker { get; set; } = "";
}
