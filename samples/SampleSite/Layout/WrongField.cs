using Microsoft.AspNetCore.Mvc.ModelBinding;
using Microsoft.AspNetCore.Mvc.Rendering;
using Microsoft.AspNetCore.Mvc.ViewFeatures;
using Microsoft.AspNetCore.Razor.TagHelpers;

namespace SampleSite.Layout;

/// <summary>Tells those who do not see colours which fields of a form are wrong.</summary>
[HtmlTargetElement("input", Attributes = For)]
[HtmlTargetElement("select", Attributes = For)]
[HtmlTargetElement("textarea", Attributes = For)]
public sealed class WrongField : TagHelper
{
    private const string For = "asp-for";

    /// <summary>The member of the form.</summary>
    [HtmlAttributeName(For)]
    public required ModelExpression Field { get; set; }

    /// <summary>The page, whose model state has the errors.</summary>
    [ViewContext]
    [HtmlAttributeNotBound]
    public required ViewContext Page { get; set; }

    /// <inheritdoc/>
    public override void Process(TagHelperContext context, TagHelperOutput output)
    {
        string name = Page.ViewData.TemplateInfo.GetFullHtmlFieldName(Field.Name);
        if (Page.ModelState.GetFieldValidationState(name) == ModelValidationState.Invalid)
            output.Attributes.SetAttribute("aria-invalid", "true");
    }
}
