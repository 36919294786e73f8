// The reference implementation, hdr-histogram-js, behind a pipe: a JSON request a line in, a JSON answer a line out, in order.
//   { read: base64 }     -> figures of a histogram that we wrote
//   { write: specimen }  -> { encoded, figures } of the same histogram, made and written by the reference
//   { readLog: text }    -> { startSeconds, entries } of a log that we wrote
//   { writeLog: { startMilliseconds, baseMilliseconds, entries } } -> { log }, written by the reference
// An entry is { tag, startMilliseconds, endMilliseconds, specimen, figures }; a specimen { lowest, highest, digits, values, counts }.
"use strict";
const hdr = require("hdr-histogram-js");

const answers = {
  read: (text) => figures(hdr.decodeFromCompressedBase64(text, 64)),

  write: (specimen) => {
    const histogram = record(specimen);
    return { encoded: hdr.encodeIntoCompressedBase64(histogram), figures: figures(histogram) };
  },

  readLog: (text) => {
    const reader = new hdr.HistogramLogReader(text, 64);
    const entries = [];
    for (let h = reader.nextIntervalHistogram(); h !== null; h = reader.nextIntervalHistogram())
      entries.push({ tag: h.tag, startMilliseconds: h.startTimeStampMsec, endMilliseconds: h.endTimeStampMsec, figures: figures(h) });
    return { startSeconds: reader.startTimeSec, entries };
  },

  writeLog: ({ startMilliseconds, baseMilliseconds, entries }) => {
    let log = "";
    const writer = new hdr.HistogramLogWriter((part) => { log += part; });
    writer.outputLogFormatVersion();
    writer.outputStartTime(startMilliseconds);
    writer.outputLegend();
    writer.baseTime = baseMilliseconds;
    for (const entry of entries) {
      const histogram = record(entry.specimen);
      histogram.tag = entry.tag;
      histogram.startTimeStampMsec = entry.startMilliseconds;
      histogram.endTimeStampMsec = entry.endMilliseconds;
      writer.outputIntervalHistogram(histogram);
    }
    return { log };
  },
};

function record({ lowest, highest, digits, values, counts }) {
  const histogram = hdr.build({
    bitBucketSize: 64,
    autoResize: false,
    lowestDiscernibleValue: lowest,
    highestTrackableValue: highest,
    numberOfSignificantValueDigits: digits,
  });
  values.forEach((value, i) => histogram.recordValueWithCount(value, counts[i]));
  return histogram;
}

// The mean only of small layouts: the reference takes up to 100 ms for one.
// The maximum is the 100th percentile, not maxValue: from a lowest value of 2 on, 3.0.1 adds the unit mask to it where Java ors it.
function figures(histogram) {
  const at = (percentile) => histogram.getValueAtPercentile(percentile);
  return {
    count: histogram.totalCount, min: at(0), max: at(100),
    mean: histogram.countsArrayLength < 8192 ? histogram.mean : null,
    p50: at(50), p90: at(90), p99: at(99), p999: at(99.9),
  };
}

require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [[name, request]] = Object.entries(JSON.parse(line));
  process.stdout.write(JSON.stringify(answers[name](request)) + "\n");
});
