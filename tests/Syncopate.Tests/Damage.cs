using System.Globalization;
using System.Text;
using System.Text.Json;
using Xunit;

namespace Syncopate.Tests;

/// <summary>Seeded random damage to what readers take in (row R14 of the reliability promises); input n is always the
/// same, so that a failure names the input that shows it.</summary>
internal static class Damage
{
    private static readonly JsonReaderOptions Lenient = new()
    {
        AllowTrailingCommas = true,
        CommentHandling = JsonCommentHandling.Skip,
        MaxDepth = 1_000,
    };

    /// <summary>What stands well in JSON and is seldom meant.</summary>
    private static readonly byte[][] Values = Bytes(
        "null", "true", "0", "-1", "1", "0.5", "1e308", "1e-308", "-1e308", "99999999999999999999", "2147483648", "9223372036854775807",
        "\"\"", "\"\\ud800\"", "\"\\u0000\"", "\"\\u001b[31m\"", "\"NaN\"", "\"</script>\"", "\"-->\"",
        "\"0001-01-01T00:00:00Z\"", "\"9999-12-31T23:59:59.9999999Z\"", "\"" + new string('x', 5_000) + "\"", "[]", "[null]", "[[]]",
        "[1,1,1]", "{}", "{\"\":null}", new string('[', 100) + new string(']', 100));

    /// <summary>How many inputs a test takes: 2,000, or as many as SYNCOPATE_MUTATIONS says. Input n is the same in
    /// both, so that more of them are the same and others.</summary>
    public static int Inputs { get; } =
        int.Parse(Environment.GetEnvironmentVariable("SYNCOPATE_MUTATIONS") ?? "2000", CultureInfo.InvariantCulture);

    /// <summary>Pieces of a format itself, which chance alone would hardly ever make.</summary>
    public static byte[][] Bytes(params string[] pieces) => [.. pieces.Select(Encoding.UTF8.GetBytes)];

    /// <summary>Bits turned, pieces removed, doubled, emptied, cut off, or put in.</summary>
    public static byte[] To(byte[] bytes, byte[][] pieces, Random random)
    {
        List<byte> result = [.. bytes];
        for (int times = random.Next(1, 4); times > 0; times--)
        {
            int at = random.Next(result.Count + 1);
            int length = Math.Min(random.Next(1, 1 << random.Next(1, 11)), result.Count - at);
            switch (random.Next(7))
            {
                case 0 when length > 0:
                    result[at] ^= (byte)(1 << random.Next(8));
                    break;
                case 1:
                    result.RemoveRange(at, length);
                    break;
                case 2:
                    result.RemoveRange(at, result.Count - at);
                    break;
                case 3:
                    result.InsertRange(random.Next(result.Count + 1), result.GetRange(at, length));
                    break;
                case 4:
                    result.InsertRange(at, pieces[random.Next(pieces.Length)]);
                    break;
                case 5:
                    result.RemoveRange(at, length);
                    result.InsertRange(at, new byte[length]);
                    break;
                default:
                    result.RemoveRange(at, length);
                    result.InsertRange(at, pieces[random.Next(pieces.Length)]);
                    break;
            }
        }

        return [.. result];
    }

    /// <summary>One to three values of a JSON text replaced, by others of the same text or by odd ones: it stays JSON,
    /// so that what is behind the parser is reached.</summary>
    public static byte[] ToValuesOf(byte[] json, Random random)
    {
        for (int times = random.Next(1, 4); times > 0; times--)
        {
            List<Range> values = ValuesIn(json);
            Range at = values[random.Next(values.Count)];
            byte[] value = random.Next(4) == 0 ? json[values[random.Next(values.Count)]] : Values[random.Next(Values.Length)];
            json = [.. json[..at.Start], .. value, .. json[at.End..]];
        }

        return json;
    }

    /// <summary>Reads damaged inputs. Each is taken or refused with the reader's own exception; any other fails the
    /// test, and so does damage that is too mild or too rough to test anything.</summary>
    /// <param name="damaged">Makes an input.</param>
    /// <param name="read">Reads it.</param>
    /// <param name="inputs">How many.</param>
    /// <typeparam name="TRefusal">What the reader throws at what it cannot read.</typeparam>
    public static void Try<TRefusal>(Func<Random, byte[]> damaged, Action<byte[]> read, int inputs)
        where TRefusal : Exception
    {
        int refused = 0;
        for (int seed = 0; seed < inputs; seed++)
        {
            byte[] input = damaged(new Random(seed));
            try
            {
                read(input);
            }
            catch (TRefusal refusal)
            {
                Assert.True(refusal.Message.Length is > 0 and < 10_000, $"Input {seed} is refused with the words {refusal.Message}");
                refused++;
            }
            catch (Exception foreign)
            {
                throw new InvalidOperationException(
                    $"Input {seed} ended in {foreign.GetType()}: {foreign.Message}\n{Encoding.UTF8.GetString(input.AsSpan(0, Math.Min(input.Length, 4_000)))}",
                    foreign);
            }
        }

        Assert.InRange(refused, inputs / 100, inputs - inputs / 100);
    }

    private static List<Range> ValuesIn(byte[] json)
    {
        List<Range> values = [];
        Utf8JsonReader reader = new(json, Lenient);
        while (reader.Read())
        {
            if (reader.TokenType is JsonTokenType.PropertyName or JsonTokenType.EndArray or JsonTokenType.EndObject)
                continue;
            Utf8JsonReader whole = reader;
            whole.Skip();
            values.Add((int)reader.TokenStartIndex..(int)whole.BytesConsumed);
        }

        return values;
    }
}
