using System.Linq.Expressions;
using FeedService.Feeds;

namespace FeedService.Emails;

/// <summary>A message; its title is the subject, its time the arrival.</summary>
internal sealed class Email : FeedItem, IFeedItem<Email, EmailInput, EmailView>
{
    public static Expression<Func<Email, EmailView>> View { get; } =
        item => new(item.Id, item.Title, item.FromId, item.From.Name, item.When, item.Text, item.IsRead);

    public string Text { get; set; } = "";

    public bool IsRead { get; set; }

    public void Take(EmailInput input)
    {
        base.Take(input);
        Text = input.Text;
        IsRead = input.IsRead;
    }
}
