using Microsoft.AspNetCore.Mvc.ModelBinding;
using Syncopate.Crud.AspNetCore;
using Xunit;

namespace Syncopate.Crud.Tests.AspNetCore;

public sealed class ModelStateErrorsTests
{
    private readonly ModelStateDictionary _state = [];

    [Fact]
    public void Errors_stand_by_their_fields_and_those_of_the_whole_by_none()
    {
        bool isDone = Result.Invalid<int>(new("Title", "Too long."), new("Blog.Name", "Taken."), new("", "Not today.")).AddTo(_state);

        Assert.False(isDone);
        Assert.Equal(
            [("", "Not today."), ("Blog.Name", "Taken."), ("Title", "Too long.")],
            _state.OrderBy(entry => entry.Key).Select(entry => (entry.Key, entry.Value!.Errors.Single().ErrorMessage)));
    }

    [Fact]
    public void A_prefix_stands_before_the_fields_alone()
    {
        Result.Invalid<int>(new("Title", "Too long."), new("", "Not today.")).AddTo(_state, "Form");

        Assert.Equal(["", "Form.Title"], _state.Keys.Order());
    }

    [Fact]
    public void Several_errors_of_a_field_are_all_shown()
    {
        Result.Invalid<int>(new("Title", "Too long."), new("Title", "Taken.")).AddTo(_state);

        Assert.Equal(["Too long.", "Taken."], _state["Title"]!.Errors.Select(error => error.ErrorMessage));
    }

    [Fact]
    public void A_result_that_is_done_adds_nothing()
    {
        Assert.True(Result.Done(1).AddTo(_state));
        Assert.True(_state.IsValid);
    }
}
