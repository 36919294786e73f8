using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.DependencyInjection;

namespace Syncopate.Crud;

/// <summary>Registers the service with an application.</summary>
public static class CrudRegistration
{
    /// <summary>Adds <see cref="CrudService{TContext}"/>, one for each scope, on the context of that scope
    /// (AddDbContext or AddDbContextPool).</summary>
    /// <typeparam name="TContext">The application's context.</typeparam>
    /// <param name="services">The application's services.</param>
    /// <param name="rules">Changes the default rules, as in <c>rules => rules with { Retries = 3 }</c>; called once, here.</param>
    public static IServiceCollection AddCrud<TContext>(
        this IServiceCollection services, Func<CrudRules, CrudRules>? rules = null)
        where TContext : DbContext
    {
        CrudRules chosen = rules?.Invoke(CrudRules.Default) ?? CrudRules.Default;
        return services.AddScoped(provider => new CrudService<TContext>(provider.GetRequiredService<TContext>(), chosen));
    }
}
