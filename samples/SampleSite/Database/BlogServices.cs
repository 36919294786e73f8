using SampleSite.Timing;
using Syncopate.Crud;

namespace SampleSite.Database;

/// <summary>What the pages reach the blog's data through.</summary>
public static class BlogServices
{
    /// <summary>Adds the database, a context for each request that writes its use into the request's timing, and the
    /// service on it.</summary>
    public static void AddBlog(this IServiceCollection services, DatabaseSettings settings) => services
        .AddSingleton(_ => BlogDatabase.Open(settings))
        .AddScoped(static provider => provider.GetRequiredService<BlogDatabase>().Watched(provider.GetRequiredService<RequestTiming>().Database))
        .AddCrud<BlogContext>(static rules => rules
            .WithMessage("FK_Posts_Blogs_BlogId", "This blog still has posts. Delete them first, or give them to another blogger.")
            .WithMessage("IX_Tags_Slug", "Another tag has this word already. Take another one."));
}
