using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;

namespace SampleSite.Hosting;

/// <summary>
/// What only whoever measures may ask. It is not there (404) unless the site was started with a key and the request
/// carries it. Being a header that no form can send, it also keeps other sites' pages out.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
public sealed class RunKeyAttribute : Attribute, IAuthorizationFilter
{
    private const string Header = "X-Run-Key";

    /// <inheritdoc/>
    public void OnAuthorization(AuthorizationFilterContext context)
    {
        var expected = context.HttpContext.RequestServices.GetRequiredService<SiteSettings>().RunKey;
        string given = context.HttpContext.Request.Headers[Header].ToString();
        if (expected is null || !CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(given), Encoding.UTF8.GetBytes(expected)))
            context.Result = new NotFoundResult();
    }
}
