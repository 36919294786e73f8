// A receiver of OTLP as a collector is one, on a free port of 127.0.0.1: prints its port, then a JSON line for each message, decoded by
// the messages of @opentelemetry/otlp-transformer. Ends with its input. The first argument, if any, is the status of every answer.
"use strict";
const http = require("http");
const { opentelemetry } = require("@opentelemetry/otlp-transformer/build/src/generated/root");

const messages = {
  "/v1/metrics": opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest,
  "/v1/traces": opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest,
};
const status = Number(process.argv[2] ?? 200);

const server = http.createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    const type = messages[request.url];
    const decoded = type && request.headers["content-type"] === "application/x-protobuf"
      ? type.toObject(type.decode(Buffer.concat(parts)), { longs: Number, bytes: "hex" }) : null;
    console.log(JSON.stringify({ path: request.url, headers: request.headers, message: decoded }));
    response.writeHead(decoded ? status : 400, { "content-type": "application/x-protobuf" }).end();
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.stdin.resume().on("end", () => process.exit(0));
