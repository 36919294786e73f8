using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Syncopate.Crud.Tests.Databases;

public sealed class CrudRegistrationTests
{
    [Fact]
    public void A_scope_has_one_service_on_its_own_context_with_the_rules_of_the_application()
    {
        using SqliteDatabase database = new();
        using ServiceProvider provider = new ServiceCollection()
            .AddDbContextPool<BlogContext>(options => options.UseSqlite(database.ConnectionString))
            .AddCrud<BlogContext>(rules => rules.WithMessage("IX_Tag_Slug", "Taken."))
            .BuildServiceProvider(validateScopes: true);

        using IServiceScope scope = provider.CreateScope();
        CrudService<BlogContext> crud = scope.ServiceProvider.GetRequiredService<CrudService<BlogContext>>();
        crud.Create(new Tag { Slug = "a" });

        Assert.Same(crud, scope.ServiceProvider.GetRequiredService<CrudService<BlogContext>>());
        Assert.Same(crud.Context, scope.ServiceProvider.GetRequiredService<BlogContext>());
        Assert.Equal("Taken.", crud.Create(new Tag { Slug = "a" }).Message);
    }
}
