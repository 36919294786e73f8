namespace Syncopate.Crud.Tests.Wares;

/// <summary>Written by an interceptor for each ware that is saved.</summary>
public sealed class Audit
{
    public int Id { get; set; }

    public string Text { get; set; } = "";
}
