namespace Syncopate.Crud.Tests.Trials;

/// <summary>An owned value.</summary>
public sealed class Engine
{
    public string Maker { get; set; } = "";
}
