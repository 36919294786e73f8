using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Reflection;
using System.Security.Cryptography;
using System.Text;

namespace Syncopate.Children;

/// <summary>The result of a form as text, by which results of two processes are compared: values in the invariant
/// culture, sequences by their elements, all else by its public properties.</summary>
/// <param name="Text">The head of it, for a message.</param>
/// <param name="Hash">Of all of it.</param>
internal sealed record AnswerText(string Text, string Hash)
{
    private const int Shown = 200;
    private const int MostLength = 1 << 20;
    private const int MostDepth = 8;
    private const int MostElements = 10_000;

    /// <summary>The text of a value.</summary>
    public static AnswerText Of(object? value)
    {
        StringBuilder text = new();
        Write(text, value, MostDepth);
        string all = text.ToString();
        string hash = Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(all)));
        return new AnswerText(all.Length <= Shown ? all : all[..Shown] + "...", hash);
    }

    private static void Write(StringBuilder text, object? value, int depth)
    {
        if (text.Length > MostLength)
            return;
        switch (value)
        {
            case null:
                text.Append("nothing");
                break;
            case string s:
                text.Append('"').Append(s).Append('"');
                break;
            case IFormattable plain when IsPlain(value):
                text.Append(plain.ToString(null, CultureInfo.InvariantCulture));
                break;
            case bool b:
                text.Append(b ? "true" : "false");
                break;
            case byte[] bytes:
                text.Append(CultureInfo.InvariantCulture, $"{bytes.Length} bytes ").Append(Convert.ToHexString(SHA256.HashData(bytes)));
                break;
            case IEnumerable elements when depth > 0:
                WriteElements(text, elements, depth);
                break;
            default:
                WriteProperties(text, value, depth);
                break;
        }
    }

    private static bool IsPlain(object value) => value.GetType().IsPrimitive || value is Enum
        or decimal or Guid or DateTime or DateTimeOffset or TimeSpan or DateOnly or TimeOnly or System.Numerics.BigInteger;

    private static void WriteElements(StringBuilder text, IEnumerable elements, int depth)
    {
        text.Append('[');
        int count = 0;
        foreach (object? element in elements)
        {
            if (count == MostElements)
                break;
            if (count++ > 0)
                text.Append(", ");
            Write(text, element, depth - 1);
        }

        text.Append(']');
    }

    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "What a trimmer removed is missing on both sides alike.")]
    private static void WriteProperties(StringBuilder text, object value, int depth)
    {
        text.Append(value.GetType().Name);
        if (depth == 0 || value is Delegate or Type or MemberInfo)
            return;
        text.Append(" {");
        PropertyInfo[] properties = value.GetType().GetProperties(BindingFlags.Public | BindingFlags.Instance);
        foreach (PropertyInfo property in properties.OrderBy(p => p.Name, StringComparer.Ordinal))
        {
            if (property.GetIndexParameters().Length > 0 || property.GetMethod is null || property.PropertyType.IsByRefLike)
                continue;
            text.Append(' ').Append(property.Name).Append(": ");
            try
            {
                Write(text, property.GetValue(value), depth - 1);
            }
            catch (TargetInvocationException e)
            {
                // What a property throws is part of what it shows; both forms show it.
                text.Append(e.InnerException?.GetType().Name);
            }

            text.Append(';');
        }

        text.Append(" }");
    }
}
