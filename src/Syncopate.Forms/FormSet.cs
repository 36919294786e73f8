using System.Runtime.CompilerServices;
using Syncopate.Calling;

namespace Syncopate;

/// <summary>Forms of one piece of work, and how they are to be compared. Each step gives a new set; the first form is
/// the one that the others are compared with.</summary>
/// <typeparam name="TState">What the forms are given at each call: what <see cref="Given{T}(Func{T})"/>,
/// <see cref="Each{T}(Func{T})"/> or <c>With</c> provides.</typeparam>
public sealed class FormSet<TState>
{
    internal FormSet(FormPlan<TState> plan) => Plan = plan;

    internal FormPlan<TState> Plan { get; }

    /// <summary>Makes what the forms work on, once in each process, before its first call.</summary>
    public FormSet<T> Given<T>(Func<T> make) => Given(_ => make());

    /// <summary>The same from the value of the row.</summary>
    public FormSet<T> Given<T>(Func<TState, T> make) => new(Plan.WithState<T>("Given", before =>
    {
        T made = make(before());
        return () => made;
    }));

    /// <summary>Makes what the forms work on, once for each user in each process.</summary>
    public FormSet<T> Each<T>(Func<T> make) => Each(_ => make());

    /// <summary>The same from what was given to the process.</summary>
    public FormSet<T> Each<T>(Func<TState, T> make) => new(Plan.WithState<T>("Each", before => () => make(before())));

    /// <summary>The synchronous form: blocks its caller until the work is done. Its result is compared with the others' once,
    /// and is no task.</summary>
    public FormSet<TState> Sync<T>(Func<T> code, [CallerArgumentExpression(nameof(code))] string text = "",
        [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Sync(text, line), _ => code()));

    /// <inheritdoc cref="Sync{T}(Func{T}, string, int)"/>
    public FormSet<TState> Sync(Action code, [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Sync(text, line), _ => code()));

    /// <inheritdoc cref="Sync{T}(Func{T}, string, int)"/>
    public FormSet<TState> Sync<T>(Func<TState, T> code, [CallerArgumentExpression(nameof(code))] string text = "",
        [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Sync(text, line), code));

    /// <inheritdoc cref="Sync{T}(Func{T}, string, int)"/>
    public FormSet<TState> Sync(Action<TState> code, [CallerArgumentExpression(nameof(code))] string text = "",
        [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Sync(text, line), code));

    /// <summary>The asynchronous form. Its token is cancelled when a run is stopped.</summary>
    [OverloadResolutionPriority(1)]
    public FormSet<TState> Async<T>(Func<CancellationToken, Task<T>> code, [CallerArgumentExpression(nameof(code))] string text = "",
        [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Async(text, line), (_, token) => code(token)));

    /// <inheritdoc cref="Async{T}(Func{CancellationToken, Task{T}}, string, int)"/>
    [OverloadResolutionPriority(1)]
    public FormSet<TState> Async(Func<CancellationToken, Task> code, [CallerArgumentExpression(nameof(code))] string text = "",
        [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Async(text, line), (_, token) => code(token)));

    /// <inheritdoc cref="Async{T}(Func{CancellationToken, Task{T}}, string, int)"/>
    [OverloadResolutionPriority(1)]
    public FormSet<TState> Async<T>(Func<TState, CancellationToken, Task<T>> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Async(text, line), code));

    /// <inheritdoc cref="Async{T}(Func{CancellationToken, Task{T}}, string, int)"/>
    [OverloadResolutionPriority(1)]
    public FormSet<TState> Async(Func<TState, CancellationToken, Task> code, [CallerArgumentExpression(nameof(code))] string text = "",
        [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Async(text, line), code));

    /// <inheritdoc cref="Async{T}(Func{CancellationToken, Task{T}}, string, int)"/>
    public FormSet<TState> Async<T>(Func<CancellationToken, ValueTask<T>> code, [CallerArgumentExpression(nameof(code))] string text = "",
        [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Async(text, line), (_, token) => code(token)));

    /// <inheritdoc cref="Async{T}(Func{CancellationToken, Task{T}}, string, int)"/>
    public FormSet<TState> Async(Func<CancellationToken, ValueTask> code, [CallerArgumentExpression(nameof(code))] string text = "",
        [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Async(text, line), (_, token) => code(token)));

    /// <inheritdoc cref="Async{T}(Func{CancellationToken, Task{T}}, string, int)"/>
    public FormSet<TState> Async<T>(Func<TState, CancellationToken, ValueTask<T>> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Async(text, line), code));

    /// <inheritdoc cref="Async{T}(Func{CancellationToken, Task{T}}, string, int)"/>
    public FormSet<TState> Async(Func<TState, CancellationToken, ValueTask> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Async(text, line), code));

    /// <summary>The form that awaits independent steps together.</summary>
    [OverloadResolutionPriority(1)]
    public FormSet<TState> Parallel<T>(Func<CancellationToken, Task<T>> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Parallel(text, line), (_, token) => code(token)));

    /// <inheritdoc cref="Parallel{T}(Func{CancellationToken, Task{T}}, string, int)"/>
    [OverloadResolutionPriority(1)]
    public FormSet<TState> Parallel(Func<CancellationToken, Task> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Parallel(text, line), (_, token) => code(token)));

    /// <inheritdoc cref="Parallel{T}(Func{CancellationToken, Task{T}}, string, int)"/>
    [OverloadResolutionPriority(1)]
    public FormSet<TState> Parallel<T>(Func<TState, CancellationToken, Task<T>> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Parallel(text, line), code));

    /// <inheritdoc cref="Parallel{T}(Func{CancellationToken, Task{T}}, string, int)"/>
    [OverloadResolutionPriority(1)]
    public FormSet<TState> Parallel(Func<TState, CancellationToken, Task> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Parallel(text, line), code));

    /// <inheritdoc cref="Parallel{T}(Func{CancellationToken, Task{T}}, string, int)"/>
    public FormSet<TState> Parallel<T>(Func<CancellationToken, ValueTask<T>> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Parallel(text, line), (_, token) => code(token)));

    /// <inheritdoc cref="Parallel{T}(Func{CancellationToken, Task{T}}, string, int)"/>
    public FormSet<TState> Parallel(Func<CancellationToken, ValueTask> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Parallel(text, line), (_, token) => code(token)));

    /// <inheritdoc cref="Parallel{T}(Func{CancellationToken, Task{T}}, string, int)"/>
    public FormSet<TState> Parallel<T>(Func<TState, CancellationToken, ValueTask<T>> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Parallel(text, line), code));

    /// <inheritdoc cref="Parallel{T}(Func{CancellationToken, Task{T}}, string, int)"/>
    public FormSet<TState> Parallel(Func<TState, CancellationToken, ValueTask> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Parallel(text, line), code));

    /// <summary>A form with a name of its own, that gives a task. Up to three forms have names.</summary>
    [OverloadResolutionPriority(2)]
    public FormSet<TState> Form<T>(string name, Func<CancellationToken, Task<T>> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Named(name, text, line, givesTask: true), (_, token) => code(token)));

    /// <inheritdoc cref="Form{T}(string, Func{CancellationToken, Task{T}}, string, int)"/>
    [OverloadResolutionPriority(2)]
    public FormSet<TState> Form(string name, Func<CancellationToken, Task> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Named(name, text, line, givesTask: true), (_, token) => code(token)));

    /// <inheritdoc cref="Form{T}(string, Func{CancellationToken, Task{T}}, string, int)"/>
    [OverloadResolutionPriority(2)]
    public FormSet<TState> Form<T>(string name, Func<TState, CancellationToken, Task<T>> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Named(name, text, line, givesTask: true), code));

    /// <inheritdoc cref="Form{T}(string, Func{CancellationToken, Task{T}}, string, int)"/>
    [OverloadResolutionPriority(2)]
    public FormSet<TState> Form(string name, Func<TState, CancellationToken, Task> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Named(name, text, line, givesTask: true), code));

    /// <inheritdoc cref="Form{T}(string, Func{CancellationToken, Task{T}}, string, int)"/>
    [OverloadResolutionPriority(1)]
    public FormSet<TState> Form<T>(string name, Func<CancellationToken, ValueTask<T>> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Named(name, text, line, givesTask: true), (_, token) => code(token)));

    /// <inheritdoc cref="Form{T}(string, Func{CancellationToken, Task{T}}, string, int)"/>
    [OverloadResolutionPriority(1)]
    public FormSet<TState> Form(string name, Func<CancellationToken, ValueTask> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Named(name, text, line, givesTask: true), (_, token) => code(token)));

    /// <inheritdoc cref="Form{T}(string, Func{CancellationToken, Task{T}}, string, int)"/>
    [OverloadResolutionPriority(1)]
    public FormSet<TState> Form<T>(string name, Func<TState, CancellationToken, ValueTask<T>> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Named(name, text, line, givesTask: true), code));

    /// <inheritdoc cref="Form{T}(string, Func{CancellationToken, Task{T}}, string, int)"/>
    [OverloadResolutionPriority(1)]
    public FormSet<TState> Form(string name, Func<TState, CancellationToken, ValueTask> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Named(name, text, line, givesTask: true), code));

    /// <summary>A synchronous form with a name of its own. Its result is no task.</summary>
    public FormSet<TState> Form<T>(string name, Func<T> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Named(name, text, line, givesTask: false), _ => code()));

    /// <inheritdoc cref="Form{T}(string, Func{T}, string, int)"/>
    public FormSet<TState> Form<T>(string name, Func<TState, T> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Named(name, text, line, givesTask: false), code));

    /// <inheritdoc cref="Form{T}(string, Func{T}, string, int)"/>
    public FormSet<TState> Form(string name, Action code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Named(name, text, line, givesTask: false), _ => code()));

    /// <inheritdoc cref="Form{T}(string, Func{T}, string, int)"/>
    public FormSet<TState> Form(string name, Action<TState> code,
        [CallerArgumentExpression(nameof(code))] string text = "", [CallerLineNumber] int line = 0) =>
        Add(FormCode<TState>.Of(Named(name, text, line, givesTask: false), code));

    /// <summary>So many users call, each one call after the other; 1 to 10,000. Without it there is one caller, whose
    /// calls go through no queue.</summary>
    public FormSet<TState> Users(int users) => With(Plan.Settings with { Load = FormSettings.OfUsers(users) });

    /// <summary>Users are added in steps.</summary>
    /// <param name="from">Users at first.</param>
    /// <param name="step">Users added each step.</param>
    /// <param name="to">Users at last.</param>
    /// <param name="each">Length of a step.</param>
    public FormSet<TState> Users(int from, int step, int to, TimeSpan each) =>
        With(Plan.Settings with { Load = new SteppedUsers(from, step, to, each) });

    /// <summary>Calls are due at a rate, whatever becomes of those before; above 0, at most 1,000,000 per second.</summary>
    public FormSet<TState> Rate(double perSecond) => With(Plan.Settings with { Load = FormSettings.OfRate(perSecond) });

    /// <summary>Time for everything, for each row; 60 s unless set, at least 10 s.</summary>
    public FormSet<TState> Budget(TimeSpan time) => With(Plan.Settings.LastingAtMost(time));

    /// <summary>Difference below which forms count as equal; 5 % unless set, from 0.1 to 50.</summary>
    public FormSet<TState> Margin(Percent percent) => With(Plan.Settings.WithMargin(percent.Value));

    /// <summary>Compares forms whose results differ.</summary>
    public FormSet<TState> AllowDifferent() => With(Plan.Settings with { AllowsDifferent = true });

    /// <summary>Compares the forms, each in a process of its own: this program starts itself again for each. Prints the
    /// verdict, leaves a report.</summary>
    /// <param name="args">Of the program: see <c>--help</c>.</param>
    /// <param name="cancellationToken">Stops it; what was measured is kept.</param>
    /// <returns>The exit code: 0 done, 2 wrong usage, 4 a form cannot be used, 130 interrupted, 143 terminated.</returns>
    public Task<int> RunAsync(string[] args, CancellationToken cancellationToken = default) =>
        new FormProgram(Comparison).RunAsync(args, cancellationToken);

    /// <summary>Compares the forms inside this process, in turns, for a test to assert on: a test's host cannot be started
    /// again for each form. The process should do nothing else meanwhile: no other test beside this one.</summary>
    /// <param name="folder">Where the report goes; null for a new folder among the system's temporary files.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="FormsException">A form throws, hangs, or gives another result than the others.</exception>
    public Task<FormsResult> MeasureAsync(string? folder = null, CancellationToken cancellationToken = default) =>
        new FormsInProcess(Comparison).MeasureAsync(folder, cancellationToken);

    private FormComparison Comparison => new(Plan) { Settings = Plan.Settings };

    private FormDescription Describe(Syncopate.Form form, string label, string text, int line, bool givesTask) =>
        new(form, label, string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)), Plan.File, line)
        {
            GivesTask = givesTask,
        };

    private FormDescription Sync(string text, int line) => Describe(Syncopate.Form.Sync, "Sync", text, line, givesTask: false);

    private FormDescription Async(string text, int line) => Describe(Syncopate.Form.Async, "Async", text, line, givesTask: true);

    private FormDescription Parallel(string text, int line) =>
        Describe(Syncopate.Form.Parallel, "Parallel", text, line, givesTask: true);

    private FormDescription Named(string name, string text, int line, bool givesTask)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(name);
        Syncopate.Form letter = Plan.NextLetter();
        return Describe(letter, $"{letter} {name}", text, line, givesTask);
    }

    private FormSet<TState> Add(FormCode<TState> code) => new(Plan.Plus(code));

    private FormSet<TState> With(FormSettings settings) => new(Plan with { Settings = settings });
}
