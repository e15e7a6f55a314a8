#!/usr/bin/env node
// Plays the episodes whose links arrive in the channel `player`. Needs Node alone.
//
//     subscriber.mjs [SOCKET]
import net from "node:net";

const runtime = process.env.XDG_RUNTIME_DIR ?? `/run/user/${process.getuid()}`;
const address = process.argv[2] ?? `${runtime}/deeplinkd/io.deeplinkd.sock`;

// Calls a method and yields its replies. A Varlink message is JSON with a NUL byte behind it.
async function* call(method, parameters, more = false) {
  const connection = net.connect(address).setEncoding("utf8");
  connection.write(JSON.stringify({ method: `io.deeplinkd.Channels.${method}`, parameters, more }) + "\0");
  let unread = "";
  for await (const data of connection) {
    const messages = (unread + data).split("\0");
    unread = messages.pop();
    for (const message of messages) {
      const reply = JSON.parse(message);
      if (reply.error) throw new Error(`${method}: ${reply.error} ${JSON.stringify(reply.parameters)}`);
      yield reply.parameters;
      if (!reply.continues) return;
    }
  }
  throw new Error("the daemon closed the connection");
}

function perform({ action, inputs }) {
  if (action !== "play") throw new RangeError(`This player cannot ${action}.`);
  console.log(`play episode ${inputs.episode}`);
}

for await (const { link } of call("Subscribe", { channel: "player" }, true)) {
  if (!link) continue; // The first reply only confirms the subscription.
  const answer = { delivery: link.delivery, result: "performed" };
  try {
    perform(link);
  } catch (error) {
    Object.assign(answer, { result: "failed", reason: error.message });
  }
  await call("Acknowledge", answer).next();
}
