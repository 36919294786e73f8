using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Syncopate.Crud.Actions;

/// <summary>Registers the runner of actions with an application.</summary>
public static class ActionRegistration
{
    /// <summary>Adds one <see cref="ActionRunner"/> for the process, with the <see cref="TimeProvider"/> and the log
    /// that are registered, if any.</summary>
    /// <param name="services">The application's services.</param>
    /// <param name="limits">How much it takes on; null for the defaults.</param>
    public static IServiceCollection AddActions(this IServiceCollection services, ActionLimits? limits = null) =>
        services.AddSingleton(provider => new ActionRunner(
            provider.GetRequiredService<IServiceScopeFactory>(),
            limits ?? new ActionLimits(),
            provider.GetService<TimeProvider>() ?? TimeProvider.System,
            provider.GetService<ILogger<ActionRunner>>() ?? NullLogger<ActionRunner>.Instance));
}
