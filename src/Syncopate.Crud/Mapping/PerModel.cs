using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Mapping;

/// <summary>What is worked out once for a model: a compiled query serves one model only, and one program may use
/// several (two databases, the tests).</summary>
internal static class PerModel<T>
    where T : class
{
    // Any thread; the table guards itself. It lets go of a model that nobody else holds.
    private static readonly ConditionalWeakTable<IModel, T> Plans = [];

    public static T Of(IModel model, ConditionalWeakTable<IModel, T>.CreateValueCallback make) =>
        Plans.GetValue(model, make);

    /// <summary>The same for what the model alone does not say, such as what the services of its contexts do.</summary>
    public static T Of(DbContext context, Func<IModel, DbContext, T> make) =>
        Plans.GetOrAdd(context.Model, make, context);
}
