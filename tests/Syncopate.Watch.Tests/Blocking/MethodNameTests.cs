using Syncopate.Watch.Stacks;
using Xunit;

namespace Syncopate.Watch.Tests.Blocking;

public sealed class MethodNameTests
{
    [Theory]
    [InlineData("Shop.Orders", "Pay", "Orders.Pay")]
    [InlineData("Shop.Orders+<PayAsync>d__4", "MoveNext", "Orders.PayAsync")]
    [InlineData("Shop.Orders+<>c", "<Pay>b__0_1", "Orders.Pay")]
    [InlineData("Shop.Orders+<>c__DisplayClass3_0", "<Pay>g__Retry|2", "Orders.Pay.Retry")]
    [InlineData("Shop.Orders+<>c+<<Pay>b__0_1>d", "MoveNext", "Orders.Pay")]
    [InlineData("Shop.Orders+Line", "Sum", "Orders.Line.Sum")]
    [InlineData("Program", "<<Main>$>g__Work|0_0", "Program.Main.Work")]
    [InlineData("Program+<<Main>$>d__0", "MoveNext", "Program.Main")]
    [InlineData("System.Threading.Tasks.Task`1[System.__Canon]", "get_Result", "Task.Result")]
    [InlineData("Shop.Cart`1+<AddAsync>d__2[System.__Canon]", "MoveNext", "Cart.AddAsync")]
    [InlineData("Shop.Orders", ".ctor", "Orders.new")]
    [InlineData("Shop.Orders", ".cctor", "Orders.static constructor")]
    public void A_method_is_named_as_it_is_written(string type, string method, string name) => Assert.Equal(name, MethodName.Short(type, method));

    [Fact]
    public void The_full_name_has_the_namespace() => Assert.Equal("Shop.Web.Orders.Pay", MethodName.Full("Shop.Web.Orders+<Pay>d__4", "MoveNext"));
}
