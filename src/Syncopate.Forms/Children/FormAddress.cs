using System.Globalization;

namespace Syncopate.Children;

/// <summary>Which form a process is to call, and whom it serves: what the program that measures hands to its children.</summary>
/// <param name="Token">Known to both; whoever connects says it first.</param>
/// <param name="Site">Which forms of the program, as their plan says.</param>
/// <param name="Form">Index of the form.</param>
/// <param name="Row">Index of the row of arguments.</param>
internal sealed record FormAddress(string Token, string Site, int Form, int Row)
{
    /// <summary>The environment variable that carries it.</summary>
    public const string Variable = "SYNCOPATE_FORM";

    /// <summary>What a child writes when it listens, before its address.</summary>
    public const string ReadyMark = "Syncopate calls a form at ";

    /// <summary>What a child writes before the sentence that says why it cannot.</summary>
    public const string FailureMark = "Syncopate cannot: ";

    /// <summary>Length of a token in characters.</summary>
    public const int TokenLength = 32;

    /// <summary>The address that this process was given; null in a program that nobody measures.</summary>
    public static FormAddress? OfThisProcess => Parse(Environment.GetEnvironmentVariable(Variable));

    /// <summary>Reads what <see cref="ToString"/> writes; null for null and for anything else.</summary>
    public static FormAddress? Parse(string? text) =>
        text?.Split('/', 4) is [{ Length: TokenLength } token, var form, var row, var site]
        && int.TryParse(form, NumberStyles.None, CultureInfo.InvariantCulture, out int formIndex)
        && int.TryParse(row, NumberStyles.None, CultureInfo.InvariantCulture, out int rowIndex)
            ? new FormAddress(token, site, formIndex, rowIndex)
            : null;

    /// <summary>The form in which it travels; the site last, as it may hold any character.</summary>
    public override string ToString() => FormattableString.Invariant($"{Token}/{Form}/{Row}/{Site}");
}
