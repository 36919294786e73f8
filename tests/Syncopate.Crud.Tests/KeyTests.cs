using Xunit;

namespace Syncopate.Crud.Tests;

public sealed class KeyTests
{
    [Fact]
    public void A_key_is_made_of_what_it_holds()
    {
        Key number = 7;
        Key text = "a";
        Key two = Key.Of("a", 7);

        Assert.Equal((1, 1, 2, 0), (number.Count, text.Count, two.Count, default(Key).Count));
        Assert.Equal(("7", "a", "a, 7", "none"), ($"{number}", $"{text}", $"{two}", $"{default(Key)}"));
        Assert.Equal(7, two[1]);
        Assert.Throws<ArgumentOutOfRangeException>(() => two[2]);
    }

    [Fact]
    public void Keys_are_equal_when_values_and_types_are()
    {
        Assert.True(Key.Of("a", 7) == Key.Of("a", 7));
        Assert.True((Key)7 != 7L);
        Assert.Equal(default, default(Key));
        Assert.Equal(Key.Of("a", 7).GetHashCode(), Key.Of("a", 7).GetHashCode());
    }

    [Fact]
    public void Null_is_no_key()
    {
        Assert.Throws<ArgumentNullException>(() => Key.Of(null!));
        Assert.Throws<ArgumentNullException>(() => Key.Of(1, null!, 2));
        Assert.Throws<ArgumentNullException>(() => (Key)(string)null!);
    }
}
