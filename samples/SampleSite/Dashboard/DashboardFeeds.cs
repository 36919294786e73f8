using SampleSite.Feeds;

namespace SampleSite.Dashboard;

/// <summary>The four feeds of the dashboard. Every form asks the same addresses, so that only the page's own form differs.</summary>
public static class DashboardFeeds
{
    /// <summary>The messages.</summary>
    public static Feed<Email> Emails { get; } = new("emails", "Emails", "async/emails", DashboardJson.Default.ListEmail);

    /// <summary>The things to do.</summary>
    public static Feed<TaskItem> Tasks { get; } = new("tasks", "Tasks", "async/tasks", DashboardJson.Default.ListTaskItem);

    /// <summary>The remembered addresses.</summary>
    public static Feed<Bookmark> Bookmarks { get; } = new("bookmarks", "Bookmarks", "async/bookmarks", DashboardJson.Default.ListBookmark);

    /// <summary>The notes.</summary>
    public static Feed<Note> Notes { get; } = new("notes", "Notes", "async/notes", DashboardJson.Default.ListNote);
}
