using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Primitives;
using Syncopate.Reporting.Drawing;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Live.Pages;

/// <summary>What all pages share: the bar with its links, the style of the reports, scripts of ours as modules.</summary>
internal static class PageFrame
{
    private static readonly (string Path, string Name)[] Places =
        [("/race", "Race"), ("/results", "Results"), ("/start", "Compare"), ("/plan", "Plan"), ("/watch", "Watch")];

    /// <summary>Writes a page.</summary>
    /// <param name="context">Its request.</param>
    /// <param name="title">Title of the window and heading that says where one is.</param>
    /// <param name="main">The main part.</param>
    /// <param name="scripts">Names of the page's own modules.</param>
    public static Task WriteAsync(HttpContext context, string title, PageMarkup main, params string[] scripts)
    {
        context.Response.ContentType = "text/html; charset=utf-8";
        string here = "/" + (context.Request.Path.Value ?? "").Split('/', StringSplitOptions.RemoveEmptyEntries).FirstOrDefault();
        return context.Response.WriteAsync(Draw(title, here, main, scripts), context.RequestAborted);
    }

    /// <summary>A page that says one thing, such as what was not found.</summary>
    public static Task SayAsync(HttpContext context, int status, string heading, string sentence)
    {
        context.Response.StatusCode = status;
        return WriteAsync(context, heading, Html($"""
            <section class="hero"><h1 class="long">{heading}</h1><p class="lede">{sentence}</p></section>
            <p><a class="button" href="/results">All results</a></p>
            """));
    }

    /// <summary>Says why a page is not there where a file that it reads was removed, or may not be read: it would else be empty.</summary>
    public static async Task GuardAsync(HttpContext context, RequestDelegate next)
    {
        StringValues policy = context.Response.Headers.ContentSecurityPolicy;
        try
        {
            await next(context);
        }
        catch (Exception e) when (e is IOException and not BadHttpRequestException or UnauthorizedAccessException
            && !context.Response.HasStarted)
        {
            // What was announced is of the file: under its policy this page has no styles, and as an attachment it would be kept.
            context.Response.ContentLength = null;
            context.Response.Headers.ContentSecurityPolicy = policy;
            context.Response.Headers.ContentDisposition = StringValues.Empty;
            await SayAsync(context, StatusCodes.Status500InternalServerError, "It cannot be read.", e.Message);
        }
    }

    private static string Draw(string title, string here, PageMarkup main, string[] scripts) => Html($"""
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
        <title>{title} – syncopate</title>
        <link rel="icon" href="data:,"><link rel="stylesheet" href="/assets/page.css"><link rel="stylesheet" href="/assets/live.css">
        <script type="module" src="/assets/theme.js"></script>{scripts.Select(s =>
            Html($"<script type=\"module\" src=\"/assets/{s}\"></script>"))}</head><body>
        <a class="skip" href="#main">Skip to the page</a>
        <header class="top"><div class="wrap"><a class="brand" href="/race">
        <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">{PageHead.Bars}</svg> syncopate</a>
        <nav aria-label="Pages">
        <ul>{Places.Select(p => Html($"<li><a href=\"{p.Path}\"{When(p.Path == here,
            Html($" aria-current=\"page\""))}>{p.Name}</a></li>"))}</ul></nav>
        <button id="theme" type="button" aria-label="Switch colour theme">
        <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
        <circle cx="10" cy="10" r="7.2" fill="none" stroke="currentColor" stroke-width="1.6"/>
        <path d="M10 2.8a7.2 7.2 0 0 1 0 14.4z" fill="currentColor"/></svg></button>
        </div></header>
        <main id="main" class="wrap">{main}</main>
        <footer class="wrap">
        <p>This page is on this machine only. What it measures is kept in a folder of its own, from which every report can be made
        again.</p></footer>
        </body></html>

        """).ToString();
}
