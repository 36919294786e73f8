using Microsoft.EntityFrameworkCore;
using SampleSite.Database;

namespace SampleSite.DataAccess;

/// <summary>Reads ten rows with a text of 200,000 characters each. Providers that await every piece of a value show it here.</summary>
public static class LargeColumns
{
    private const int Rows = 10;
    private const int Characters = 200_000;

    public static int Read(BlogContext context)
    {
        List<Manuscript> manuscripts = context.Manuscripts.AsNoTracking().ToList();

        return manuscripts.Count;
    }

    public static async Task<int> ReadAsync(BlogContext context, CancellationToken token)
    {
        List<Manuscript> manuscripts = await context.Manuscripts.AsNoTracking().ToListAsync(token);

        return manuscripts.Count;
    }

    /// <summary>Writes the rows, once for the life of the database.</summary>
    internal static async Task<int[]> PrepareAsync(BlogContext context, int calls, CancellationToken token)
    {
        if (!await context.Manuscripts.AnyAsync(token))
        {
            context.AddRange(Enumerable.Range(0, Rows).Select(static number => new Manuscript { Text = new string((char)('a' + number), Characters) }));
            await context.SaveChangesAsync(token);
        }

        return new int[calls];
    }
}
