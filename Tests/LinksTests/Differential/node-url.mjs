// Reads JSON strings from standard input, one per line, and prints one line for each: the components that `new URL` gives
// it as a JSON object, or `null` if `new URL` throws. If the host holds A-labels, a tab and the decoded host follow.
// The strings hold no lone surrogates, so both parsers read the same text.
import { createInterface } from "node:readline";
import { domainToUnicode } from "node:url";

const names = [
    "href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash",
];
let answers = [];
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    let answer = null;
    let host = "";
    try {
        const url = new URL(JSON.parse(line));
        answer = Object.fromEntries(names.map((name) => [name, url[name]]));
        if (url.hostname.includes("xn--")) host = "\t" + domainToUnicode(url.hostname);
    } catch (error) {
        if (error.code !== "ERR_INVALID_URL") throw error;
    }
    answers.push(JSON.stringify(answer) + host);
    if (answers.length === 4096) {
        process.stdout.write(answers.join("\n") + "\n");
        answers = [];
    }
}
if (answers.length > 0) process.stdout.write(answers.join("\n") + "\n");
