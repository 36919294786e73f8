using System.Globalization;

namespace Syncopate.Calling;

/// <summary>What is compared and how, whatever the forms' state is.</summary>
internal abstract record FormPlan(string Title, string File, int Line, IReadOnlyList<string> Rows)
{
    /// <summary>How it is measured, unless the line says otherwise.</summary>
    public FormSettings Settings { get; init; } = new();

    /// <summary>The forms, the baseline first.</summary>
    public abstract IReadOnlyList<FormDescription> Descriptions { get; }

    /// <summary>What distinguishes it from other forms of the program.</summary>
    public string Site => FormattableString.Invariant($"{Path.GetFileName(File)}:{Line}:{Title}");

    /// <summary>Throws when there is nothing to compare.</summary>
    /// <exception cref="FormsFault">It has fewer than two forms.</exception>
    public void Check()
    {
        if (Descriptions.Count < 2)
        {
            throw new FormsFault($"\"{Title}\" has {(Descriptions.Count == 0 ? "no form" : "one form")}; a comparison takes two or "
                + $"more. Add .Sync(...), .Async(...), .Parallel(...) or .Form(\"name\", ...).");
        }
    }

    /// <summary>A form on a row, ready to be called in this process.</summary>
    public abstract FormWork Open(int form, int row);
}

/// <inheritdoc/>
/// <typeparam name="TState">What the forms are given.</typeparam>
/// <param name="Title">What all forms do.</param>
/// <param name="File">Source file.</param>
/// <param name="Line">Line in it.</param>
/// <param name="Rows">The rows' values as text; one empty text where there are none.</param>
/// <param name="OpenState">Makes the state of a process for a row, and answers with what makes that of a caller.</param>
internal sealed record FormPlan<TState>(
    string Title, string File, int Line, IReadOnlyList<string> Rows, Func<int, Func<TState>> OpenState)
    : FormPlan(Title, File, Line, Rows)
{
    private static readonly Form[] Letters = [Form.A, Form.B, Form.C];

    /// <summary>The forms, the baseline first.</summary>
    public IReadOnlyList<FormCode<TState>> Codes { get; init; } = [];

    /// <inheritdoc/>
    public override IReadOnlyList<FormDescription> Descriptions => [.. Codes.Select(c => c.Description)];

    /// <inheritdoc/>
    public override FormWork Open(int form, int row) => new FormWorkOf<TState>(Codes[form], () => OpenState(row));

    /// <summary>The same with another state, and no form yet.</summary>
    /// <exception cref="InvalidOperationException">It has forms.</exception>
    public FormPlan<T> WithState<T>(string step, Func<Func<TState>, Func<T>> open)
    {
        if (Codes.Count > 0)
        {
            throw new InvalidOperationException($"{step} comes before the forms, which are given what it makes. Put it right after "
                + $"Forms.Of(\"{Title}\").");
        }

        Func<int, Func<TState>> before = OpenState;
        return new FormPlan<T>(Title, File, Line, Rows, row => open(before(row))) { Settings = Settings };
    }

    /// <summary>The same with a row for each value.</summary>
    public FormPlan<T> WithRows<T>(T[] values)
    {
        T[] rows = [.. values];
        string[] texts = [.. rows.Select(v => Convert.ToString(v, CultureInfo.InvariantCulture) ?? "nothing")];
        return WithState<T>("With", _ => () => rows[0]) with { Rows = texts, OpenState = row => () => rows[row] };
    }

    /// <summary>The kind of the next form with a name.</summary>
    /// <exception cref="InvalidOperationException">There are three already.</exception>
    public Form NextLetter() =>
        Letters.Except(Codes.Select(c => c.Description.Form)).Cast<Form?>().FirstOrDefault()
        ?? throw new InvalidOperationException($"\"{Title}\" has three named forms already, the most that one comparison takes. Compare "
            + $"others on their own.");

    /// <summary>The same with one form more.</summary>
    /// <exception cref="InvalidOperationException">It has one of this kind.</exception>
    public FormPlan<TState> Plus(FormCode<TState> code) => Codes.All(c => c.Description.Form != code.Description.Form)
        ? this with { Codes = [.. Codes, code] }
        : throw new InvalidOperationException($"\"{Title}\" has a form of the kind {code.Description.Form} already. Give further ones a "
            + $"name: .Form(\"name\", ...)");
}
