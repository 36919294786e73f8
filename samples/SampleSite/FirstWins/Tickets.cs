namespace SampleSite.FirstWins;

/// <summary>
/// Numbers the races of this process. How long a server takes depends on the ticket alone, so every form, in a process of
/// its own, races over the same tickets when it is asked for the same course. Safe for concurrent use.
/// </summary>
public sealed class Tickets
{
    private const int CourseLength = 1000;

    private readonly Lock _lock = new();
    private int _course; // Guarded by the lock, as is the next one.
    private int _last;

    /// <summary>The next number of a course; a course other than the one before begins at its first.</summary>
    /// <param name="course">From 0 to 1,000,000; each has 1,000 tickets and then begins again.</param>
    public int Next(int course)
    {
        lock (_lock)
        {
            _last = course == _course ? (_last + 1) % CourseLength : 1;
            _course = course;
            return course * CourseLength + _last;
        }
    }
}
