namespace Syncopate.Bench.DataAccess;

internal sealed class Blog
{
    public int Id { get; set; }

    public string Name { get; set; } = "";
}
