using System.Text;
using Syncopate.Experiments;
using Syncopate.Running.Rounds;
using Xunit;

namespace Syncopate.Tests.Experiments;

public sealed class ExperimentListJsonTests
{
    /// <summary>Programs read it: its keys and their order are as they were when the command wrote it itself.</summary>
    [Fact]
    public void A_list_has_what_was_published_and_leaves_out_what_a_figure_lacks()
    {
        BundledExperiment experiment = new("one", "What?", "An article", Plan)
        {
            Published =
            [
                new PublishedFigure(Form.Sync, "mean", 800, 2000, "a laptop"),
                new PublishedFigure(Form.Async, "mean", 70, null, "a laptop") { Row = "List", IsOver = true },
            ],
        };
        using MemoryStream json = new();

        ExperimentListJson.Write([experiment], json);

        Assert.Equal("""
            {
              "schema": 1,
              "experiments": [
                {
                  "id": "one",
                  "summary": "What?",
                  "source": "An article",
                  "published": [
                    {
                      "form": "sync",
                      "measure": "mean",
                      "value": 800,
                      "upperValue": 2000,
                      "where": "a laptop"
                    },
                    {
                      "form": "async",
                      "measure": "mean",
                      "value": 70,
                      "isOver": true,
                      "where": "a laptop",
                      "row": "List"
                    }
                  ]
                }
              ]
            }
            """, Encoding.UTF8.GetString(json.ToArray()), ignoreLineEndingDifferences: true);
    }

    private static ExperimentPlan Plan(RunMode mode, SampleServers servers) =>
        throw new InvalidOperationException("Nothing is to be run.");
}
