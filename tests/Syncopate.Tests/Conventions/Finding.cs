namespace Syncopate.Tests.Conventions;

/// <summary>One place that breaks a convention. Lines count from 1; 0 is the file as a whole.</summary>
internal sealed record Finding(string Path, int Line, string What)
{
    public override string ToString() => Line == 0 ? $"{Path}: {What}" : $"{Path}:{Line}: {What}";
}
