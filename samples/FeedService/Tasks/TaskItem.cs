using System.Linq.Expressions;
using FeedService.Feeds;

namespace FeedService.Tasks;

/// <summary>Something to do, from whoever asked for it; its time is when it is due.</summary>
internal sealed class TaskItem : FeedItem, IFeedItem<TaskItem, TaskInput, TaskView>
{
    public static Expression<Func<TaskItem, TaskView>> View { get; } =
        item => new(item.Id, item.Title, item.FromId, item.From.Name, item.When, item.Priority, item.IsDone);

    public int Priority { get; set; }

    public bool IsDone { get; set; }

    public void Take(TaskInput input)
    {
        base.Take(input);
        Priority = input.Priority;
        IsDone = input.IsDone;
    }
}
