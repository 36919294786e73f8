using System.Collections;
using System.Reflection;

namespace Syncopate.Tests.Reporting.Claims;

/// <summary>Everything that a report says in words of its own, found by walking through all of it: a writer of
/// sentences that nobody has thought of is found as well.</summary>
/// <param name="Path">Where it stands, such as <c>ExperimentReport.Why</c>.</param>
/// <param name="Owners">What it stands in, the report first.</param>
/// <param name="Text">The words; one or more sentences.</param>
internal sealed record Claim(string Path, IReadOnlyList<object> Owners, string Text)
{
    /// <summary>All claims of a report.</summary>
    /// <param name="report">The report.</param>
    /// <param name="given">What is no claim, as the path of a property: names, and what others have said.</param>
    public static IEnumerable<Claim> Of(object report, IReadOnlySet<string> given) => Within([report], given);

    /// <summary>The innermost owner of a type; null when it stands in none.</summary>
    public T? In<T>()
        where T : class => Owners.OfType<T>().LastOrDefault();

    private static bool IsPart(Type type) => type.Namespace?.StartsWith("Syncopate", StringComparison.Ordinal) == true && !type.IsEnum;

    private static IEnumerable<Claim> Within(IReadOnlyList<object> owners, IReadOnlySet<string> given)
    {
        object owner = owners[^1];
        foreach (PropertyInfo property in owner.GetType().GetProperties(BindingFlags.Public | BindingFlags.Instance).Where(p =>
            p.GetIndexParameters().Length == 0))
        {
            string path = $"{owner.GetType().Name}.{property.Name}";
            object? value = given.Contains(path) ? null : property.GetValue(owner);
            foreach (object item in value is IEnumerable many and not string ? many.Cast<object>() : value is null ? [] : [value])
            {
                if (item is string text)
                    yield return new Claim(path, owners, text);
                foreach (Claim claim in IsPart(item.GetType()) ? Within([.. owners, item], given) : [])
                    yield return claim;
            }
        }
    }
}
