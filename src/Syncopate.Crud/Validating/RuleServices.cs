using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace Syncopate.Crud.Validating;

/// <summary>What a validation rule can ask its ValidationContext for: the context of this call, and the application's services.</summary>
internal sealed class RuleServices(DbContext context) : IServiceProvider
{
    public object? GetService(Type serviceType) => serviceType.IsInstanceOfType(context)
        ? context
        : context.GetService<IDbContextOptions>().FindExtension<CoreOptionsExtension>()
            ?.ApplicationServiceProvider?.GetService(serviceType);
}
