using Syncopate.Measuring;
using Xunit;

namespace Syncopate.Tests.Measuring;

public sealed class JournalWriterTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Every_kind_of_record_comes_back_as_it_was()
    {
        var path = Write(JournalExamples.All);

        var reading = JournalReader.Read(path);

        Assert.Empty(reading.Damage);
        Assert.Equal(JournalExamples.All.Count, reading.Records.Count);
        foreach (var (written, read) in JournalExamples.All.Zip(reading.Records))
        {
            Assert.IsType(written.GetType(), read);
            Assert.Equivalent(written, read, strict: true);
        }
    }

    private string Write(IEnumerable<JournalRecord> records)
    {
        using var writer = JournalWriter.Create(_folder);
        foreach (var record in records)
            writer.Append(record);
        return writer.Path;
    }
}
