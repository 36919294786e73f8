using System.Runtime.CompilerServices;
using Syncopate.Calling;

namespace Syncopate;

/// <summary>Compares code that does the same work in two forms or more: synchronous, asynchronous, parallel, or named.</summary>
public static class Forms
{
    /// <summary>Begins a comparison; add forms to it, and run it.</summary>
    /// <param name="work">What all forms do, in a few words: the heading of the report.</param>
    /// <param name="file">Given by the compiler.</param>
    /// <param name="line">Given by the compiler.</param>
    /// <exception cref="ArgumentException"><paramref name="work"/> is empty.</exception>
    public static FormSet<NoState> Of(string work, [CallerFilePath] string file = "", [CallerLineNumber] int line = 0)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(work);
        return new FormSet<NoState>(new FormPlan<NoState>(work, file, line, [""], _ => static () => default));
    }

    /// <summary>Calls every form with each of these values: a row of the table for each. The values are given to the
    /// forms, or to what makes their state.</summary>
    /// <typeparam name="T">Of the values.</typeparam>
    /// <param name="forms">A comparison to which nothing has been added.</param>
    /// <param name="values">At least one.</param>
    /// <exception cref="ArgumentException">There is no value.</exception>
    public static FormSet<T> With<T>(this FormSet<NoState> forms, params T[] values)
    {
        ArgumentNullException.ThrowIfNull(forms);
        ArgumentNullException.ThrowIfNull(values);
        if (values.Length == 0)
            throw new ArgumentException("With takes at least one value: each is a row of the table.", nameof(values));
        return new FormSet<T>(forms.Plan.WithRows(values));
    }
}
