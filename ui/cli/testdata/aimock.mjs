// Serves aimock (https://github.com/CopilotKit/aimock) as a model that turns
// Wi-Fi on, until standard input ends. The first argument is the path of the
// package. The address stands on the first line of standard output; the requests
// that were answered, a JSON array, on the last.
import { pathToFileURL } from "node:url";

const { LLMock } = await import(pathToFileURL(process.argv[2]));
const mock = new LLMock({ port: 0, chunkSize: 7 });

// results are the tool results of the conversation.
const results = (request) => request.messages.filter((m) => m.role === "tool");

// after matches requests with n tool results.
const after = (n) => ({ predicate: (request) => results(request).length === n });

// Two calls in one reply, then one whose argument is read off a result, then words.
mock.on(after(0), {
  content: "I look, and open the settings.",
  toolCalls: [
    { name: "observe_screen_context", arguments: {} },
    { name: "open_settings_panel", arguments: { panel: "wifi" } },
  ],
});
mock.on(after(2), (request) => {
  const [, id] = String(results(request).at(-1).content).match(/^(\d+) switch Wi-Fi/m) ?? [];
  return { toolCalls: [{ name: "tap", arguments: JSON.stringify({ strategy: "node_id", target: id }) }] };
});
mock.on(after(3), { content: "Wi-Fi is on." });

await mock.start();
console.log(mock.url);
process.stdin.resume();
process.stdin.on("end", async () => {
  console.log(JSON.stringify(mock.getRequests().map((r) => ({ path: r.path, stream: r.body?.stream, status: r.response?.status }))));
  await mock.stop();
});
