using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud;

/// <summary>A form that offers rows to choose from, as a drop-down or a multi-select does.</summary>
/// <typeparam name="TContext">Where they are read.</typeparam>
public interface IHasChoices<in TContext>
    where TContext : DbContext
{
    /// <summary>Reads what can be chosen; called when the form is set up, and again when it is shown after an error.</summary>
    /// <param name="context">Of this call; read without tracking.</param>
    void FillChoices(TContext context);

    /// <summary>The same, without blocking.</summary>
    /// <param name="context">Of this call; read without tracking.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    Task FillChoicesAsync(TContext context, CancellationToken cancellationToken);
}
