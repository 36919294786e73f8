using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Refusing;

namespace Syncopate.Crud.Changing;

/// <summary>Fills what a form offers to choose from.</summary>
internal sealed class FormChoices<TContext>(TContext context)
    where TContext : DbContext
{
    public Result<TForm> Fill<TForm>(TForm form)
        where TForm : class
    {
        try
        {
            (form as IHasChoices<TContext>)?.FillChoices(context);
            return Result.Done(form);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<TForm>();
        }
    }

    public async Task<Result<TForm>> FillAsync<TForm>(TForm form, CancellationToken cancellationToken)
        where TForm : class
    {
        try
        {
            if (form is IHasChoices<TContext> chooses)
                await chooses.FillChoicesAsync(context, cancellationToken).ConfigureAwait(false);
            return Result.Done(form);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<TForm>();
        }
    }
}
