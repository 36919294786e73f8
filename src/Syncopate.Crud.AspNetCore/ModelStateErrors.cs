using Microsoft.AspNetCore.Mvc.ModelBinding;

namespace Syncopate.Crud.AspNetCore;

/// <summary>Shows what is wrong beside the fields of a form.</summary>
public static class ModelStateErrors
{
    /// <summary>Adds each error under the path of its member, those of the whole under no path. Adds nothing when the
    /// result is done.</summary>
    /// <param name="result">Of a call with the form's content.</param>
    /// <param name="state">The controller's or page's own.</param>
    /// <param name="prefix">What stands before the names of the fields, as "Form" for <c>Form.Title</c>; empty for none.</param>
    /// <returns>True when the result is done.</returns>
    public static bool AddTo(this Result result, ModelStateDictionary state, string prefix = "")
    {
        foreach (CrudError error in result.Errors)
            state.AddModelError(error.Path.Length == 0 || prefix.Length == 0 ? error.Path : $"{prefix}.{error.Path}", error.Message);
        return result.IsDone;
    }
}
