using System.Reflection;
using Xunit;

namespace Syncopate.Crud.Tests.Approved;

/// <summary>What users of the packages build on changes only when somebody has seen the change.</summary>
public sealed class ApprovedApiTests
{
    [Theory, InlineData("Syncopate.Crud"), InlineData("Syncopate.Crud.AspNetCore")]
    public void What_a_package_offers_is_what_was_approved(string package)
    {
        string file = Path.Combine(SourceTree.Root, "tests", "Syncopate.Crud.Tests", "Approved", $"{package}.txt");
        IReadOnlyList<string> offered = PublicApi.Of(Assembly.Load(package).GetExportedTypes());
        if (Environment.GetEnvironmentVariable("SYNCOPATE_ACCEPT") == "1")
            File.WriteAllText(file, string.Concat(offered.Select(line => $"{line}\n")));

        string[] approved = File.ReadAllLines(file);

        string[] differences =
        [
            .. approved.Except(offered).Select(line => $"- {line}"),
            .. offered.Except(approved).Select(line => $"+ {line}"),
        ];
        Assert.True(differences.Length == 0, $"""
            {package} offers something else than Approved/{package}.txt lists. What is gone (-) breaks those who use it.
            If it is meant, run this test with SYNCOPATE_ACCEPT=1, which writes the file, and commit that too.
            {string.Join('\n', differences)}
            """);
    }

    [Fact]
    public void A_line_tells_all_that_a_caller_depends_on() => Assert.Equal(
        [
            "Syncopate.Crud.Tests.Approved.Specimen<T> : abstract class, IDisposable where T : class, new()",
            "Syncopate.Crud.Tests.Approved.Specimen<T>.Dispose() : void",
            "Syncopate.Crud.Tests.Approved.Specimen<T>.Item[int place] { get; } : string?",
            "Syncopate.Crud.Tests.Approved.Specimen<T>.Limit = 3 : const int",
            "Syncopate.Crud.Tests.Approved.Specimen<T>.Made { get; init; } : required T?",
            "Syncopate.Crud.Tests.Approved.Specimen<T>.Specimen() : protected",
            "Syncopate.Crud.Tests.Approved.Specimen<T>.WaitAsync<TOther>(string text = \"x\", DateTime until = default)"
                + " : protected abstract Task<(TOther First, string Second)> where TOther : struct",
            "Syncopate.Crud.Tests.Approved.SpecimenKind : enum",
            "Syncopate.Crud.Tests.Approved.SpecimenKind.Odd = 7",
            "Syncopate.Crud.Tests.Approved.SpecimenRow : sealed record",
            "Syncopate.Crud.Tests.Approved.SpecimenRow.Deconstruct(out string Name) : void",
            "Syncopate.Crud.Tests.Approved.SpecimenRow.Name { get; init; } : string",
            "Syncopate.Crud.Tests.Approved.SpecimenRow.SpecimenRow(string Name)",
            "Syncopate.Crud.Tests.Approved.SpecimenRow.TryFind(string? name, out int? place) : static bool",
        ],
        PublicApi.Of([typeof(Specimen<>), typeof(SpecimenKind), typeof(SpecimenRow)]));
}

/// <summary>Has one member of each kind; what nobody outside can use is not listed.</summary>
public abstract class Specimen<T> : IDisposable
    where T : class, new()
{
    public const int Limit = 3;

    protected Specimen()
    {
    }

    private protected Specimen(int hidden) => Hidden = hidden;

    public required T? Made { get; init; }

    public string? this[int place] => place > Hidden ? "" : null;

    internal int Hidden { get; private set; }

    public void Dispose() => GC.SuppressFinalize(this);

    protected abstract Task<(TOther First, string Second)> WaitAsync<TOther>(string text = "x", DateTime until = default)
        where TOther : struct;
}

public enum SpecimenKind
{
    Odd = 7,
}

public sealed record SpecimenRow(string Name)
{
    public static bool TryFind(string? name, out int? place)
    {
        place = name?.Length;
        return place is not null;
    }
}
