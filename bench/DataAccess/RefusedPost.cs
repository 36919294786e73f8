using System.ComponentModel.DataAnnotations;
using Syncopate.Crud;

namespace Syncopate.Bench.DataAccess;

/// <summary>A form that breaks a rule of its own, for a row that is there.</summary>
internal sealed class RefusedPost(PostDatabase database) : DataOperation(database)
{
    public override string Name => "refused by a rule of the form";

    public override bool IsRefused => true;

    public override object ByHand(PostContext context, int number) => Broken(number);

    public override Task<object> ByHandAsync(PostContext context, int number) => Task.FromResult<object>(Broken(number));

    public override Result ByCrud(CrudService<PostContext> crud, int number) =>
        crud.Update<Post, PostForm>(KeyOf(number), Form(number));

    public override async Task<Result> ByCrudAsync(CrudService<PostContext> crud, int number) =>
        await crud.UpdateAsync<Post, PostForm>(KeyOf(number), Form(number));

    private static List<ValidationResult> Broken(int number)
    {
        PostForm form = Form(number);
        List<ValidationResult> broken = [];
        Validator.TryValidateObject(form, new ValidationContext(form), broken, validateAllProperties: true);
        return broken;
    }

    private static PostForm Form(int number)
    {
        PostForm form = PostDatabase.NewForm(number);
        form.Title = "";
        return form;
    }
}
