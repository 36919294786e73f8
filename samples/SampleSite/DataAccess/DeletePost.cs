using SampleSite.Database;

namespace SampleSite.DataAccess;

/// <summary>Deletes a post that is not read before: its key and version are enough.</summary>
public static class DeletePost
{
    public static int Write(BlogContext context, int id)
    {
        context.Remove(Trial.Stub(id));
        context.SaveChanges();

        return 0;
    }

    public static async Task<int> WriteAsync(BlogContext context, int id, CancellationToken token)
    {
        context.Remove(Trial.Stub(id));
        await context.SaveChangesAsync(token);

        return 0;
    }
}
