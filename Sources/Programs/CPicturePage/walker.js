// Decides a link by the tables of a route index.
//
// The first part cuts a link into scheme, host, segments and query. It is strict: a text that the URL standard would repair is
// refused, as the dispatcher's policy refuses it. Hosts that are not ASCII, and schemes with rules of their own, are left
// undecided. The second part interprets the tables, and has no rule about any route.
"use strict";

function linkWalker(data) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const refused = (why) => ({ verdict: "refused", why });
  const undecided = (why) => ({ verdict: "undecided", why });

  // ---- Reading a link

  const form = /^([A-Za-z][A-Za-z0-9+.-]*):(?:(\/\/)([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/;
  const hexPair = /%[0-9A-Fa-f]{2}/;

  function isForbidden(text) {
    for (const character of text) {
      const code = character.codePointAt(0);
      if (data.forbidden.some(([first, last]) => code >= first && code <= last)) return true;
    }
    return false;
  }

  // A text with its escapes decoded once: its bytes, and null for `text` where the policy refuses it.
  function decode(written, plusIsBlank) {
    const source = encoder.encode(plusIsBlank ? written.replaceAll("+", " ") : written);
    const bytes = [];
    for (let index = 0; index < source.length; index += 1) {
      const digits = String.fromCharCode(source[index + 1] ?? 0, source[index + 2] ?? 0);
      if (source[index] === 0x25 && /^[0-9A-Fa-f]{2}$/.test(digits)) {
        bytes.push(parseInt(digits, 16));
        index += 2;
      } else {
        bytes.push(source[index]);
      }
    }
    const decoded = { bytes: Uint8Array.from(bytes), text: null };
    try {
      const text = decoder.decode(decoded.bytes);
      if (!isForbidden(text)) decoded.text = text;
    } catch {
      // The bytes are not valid UTF-8.
    }
    return decoded;
  }

  function readWebHost(host) {
    if (host.startsWith("[")) {
      try {
        const canonical = new URL("http://" + host + "/").hostname;
        return canonical === host.toLowerCase() ? { host: canonical, isDomain: false } : refused("the address");
      } catch {
        return refused("the address");
      }
    }
    if (host.includes("%")) return refused("the host is encoded");
    if (/[^\0-\x7f]/.test(host)) return undecided("the host is not ASCII");
    if (host.endsWith(".")) return refused("the host ends with a dot");
    const name = host.toLowerCase();
    const labels = name.split(".");
    if (labels.some((label) => label.startsWith("xn--"))) return undecided("the host has an xn-- label");
    if (/^([0-9]+|0x[0-9a-f]*)$/.test(labels[labels.length - 1])) {
      const isAddress = labels.length === 4 && labels.every((part) => /^(0|[1-9][0-9]{0,2})$/.test(part) && part < 256);
      return isAddress ? { host: name, isDomain: false } : refused("the address");
    }
    const isName = labels.every(
      (label) => label.length <= data.limits.labelBytes && /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/.test(label));
    return isName && name.length <= data.limits.hostBytes ? { host: name, isDomain: true } : refused("the host");
  }

  function readAuthority(link, written) {
    if (written.includes("@")) return refused("a user name");
    if (!link.isWeb) {
      link.host = written;
      return /[\0\t\n\r #/:<>?@[\\\]^|]/.test(written) ? refused("the host") : null;
    }
    const parts = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(written);
    if (parts === null || parts[1] === "") return refused("the host");
    const found = readWebHost(parts[1]);
    if (found.verdict) return found;
    Object.assign(link, found);
    if (parts[2] === undefined) return null;
    if (!/^[1-9][0-9]{0,4}$/.test(parts[2]) || parts[2] > 65535) return refused("the port");
    link.port = Number(parts[2]) === (link.scheme === "https" ? 443 : 80) ? null : Number(parts[2]);
    return null;
  }

  function addSegment(link, written, separator) {
    const segment = decode(written, false);
    const text = segment.text;
    if (text === null || text === "." || text === ".." || /[/\\]/.test(text) || hexPair.test(text)) return false;
    if (separator !== "/" && text.includes(separator)) return false;
    link.segments.push(segment);
    return link.segments.length <= data.limits.segments;
  }

  function readPath(link, path, isOpaque) {
    let separator = "/";
    if (!link.isWeb && link.host !== "") {
      if (!addSegment(link, link.host, "/")) return refused("the host");
      if (path === "") return null;
    }
    if (isOpaque && Object.hasOwn(data.separators, link.scheme)) separator = data.separators[link.scheme];
    if (separator !== "/" && path.includes("/")) return refused("a slash");
    const pieces = (path.startsWith("/") ? path.slice(1) : path).split(separator);
    for (const [number, piece] of pieces.entries()) {
      if (piece === "" && number + 1 < pieces.length) return refused("an empty segment");
      if (!addSegment(link, piece, separator)) return refused("a segment");
    }
    return null;
  }

  function readQuery(link, query) {
    for (const item of query.split("&")) {
      if (item === "") continue;
      const place = item.indexOf("=");
      const key = decode(place < 0 ? item : item.slice(0, place), true);
      link.items.push({ key: key.text, value: decode(place < 0 ? "" : item.slice(place + 1), true) });
    }
    return link.items.length <= data.limits.queryItems ? null : refused("too many query items");
  }

  // A link, or a verdict where there is none.
  function read(text) {
    if (encoder.encode(text).length > data.limits.urlBytes) return refused("too long");
    if (/[\t\n\r]/.test(text) || /^[\0-\x20]|[\0-\x20]$/.test(text)) return refused("a blank");
    const parts = form.exec(text);
    if (parts === null) return refused("no URL");
    const [, written, slashes, authority = "", path, query = "", fragment = ""] = parts;
    const scheme = written.toLowerCase();
    if (["ws", "wss", "ftp", "file"].includes(scheme)) return undecided("the scheme has rules of its own");
    const isWeb = scheme === "http" || scheme === "https";
    if (isWeb && (slashes === undefined || (authority + path).includes("\\"))) return refused("the slashes");
    const link = { scheme, isWeb, host: "", isDomain: false, port: null, segments: [], items: [] };
    const isOpaque = !isWeb && slashes === undefined && !path.startsWith("/");
    const fault =
      (slashes === undefined ? null : readAuthority(link, authority))
      ?? readPath(link, path, isOpaque) ?? readQuery(link, query);
    if (fault !== null) return fault;
    link.fragment = decode(fragment, false);
    return link;
  }

  // ---- Rewriting a link before it is decided

  function rewritten(text) {
    if (data.rewrites.length === 0) return { text, names: [] };
    let now;
    try {
      now = new URL(text).href;
    } catch {
      return { text, names: [] };
    }
    const names = [];
    let isChanged = false;
    for (const rewrite of data.rewrites) {
      const pattern = rewrite.from.find(([start, isOpen]) => (isOpen ? now.startsWith(start) : now === start));
      if (pattern === undefined) continue;
      names.push(rewrite.name);
      if (rewrite.to === null) return { verdict: undecided(`the line rewrite ${rewrite.name} asks a program`), names };
      now = rewrite.to[0] + (rewrite.to[1] ? now.slice(pattern[0].length) : "");
      try {
        now = new URL(now).href;
      } catch {
        // The text is refused when it is read.
      }
      isChanged = true;
    }
    return { text: isChanged ? now : text, names };
  }

  // ---- Interpreting the tables

  const types = data.types.map((type) => {
    const classes = [];
    for (let index = 0; index < type.classes.length; index += 2) {
      for (let count = type.classes[index]; count > 0; count -= 1) classes.push(type.classes[index + 1]);
    }
    return { classes, rows: type.rows, states: type.states };
  });

  function runs(type, bytes) {
    let state = 0;
    for (const byte of bytes) {
      const move = type.rows[type.states[state]][type.classes[byte] + 1];
      if (move === null) return false;
      state += move;
    }
    return type.rows[type.states[state]][0] === 1;
  }

  const atoms = data.atoms.map(([kind, first, type, last]) => {
    switch (kind) {
      case "any": return (value) => value.bytes.length > 0;
      case "text": return (value) => value.text === first;
      case "words": {
        const words = new Set(first);
        return (value) => words.has(value.text);
      }
      default: {
        const [before, behind] = [encoder.encode(first).length, encoder.encode(last).length];
        return (value) =>
          value.bytes.length > before + behind && value.text.startsWith(first) && value.text.endsWith(last)
          && runs(types[type], value.bytes.subarray(before, value.bytes.length - behind));
      }
    }
  });

  const names = new Map();
  for (const scope of data.scopes) {
    const key = scope.kind + " " + scope.name;
    names.set(key, [...(names.get(key) ?? []), scope]);
  }

  // The entries of the link's owner, or the reason why it has none.
  function owner(link) {
    if (!link.isWeb) return names.get("scheme " + link.scheme)?.[0].steps ?? "schemeNotAllowed";
    let isOtherScheme = false;
    const find = (kind, name) => {
      for (const scope of names.get(kind + " " + name) ?? []) {
        if (scope.port !== link.port) continue;
        if (scope.secure === (link.scheme === "https")) return scope.steps;
        isOtherScheme = true;
      }
      return null;
    };
    let steps = find("exact", link.host);
    let rest = link.host;
    for (let depth = 0; steps === null && link.isDomain && rest.includes("."); depth += 1) {
      rest = rest.slice(rest.indexOf(".") + 1);
      steps = (depth === 0 ? find("oneLabel", rest) : null) ?? find("manyLabels", rest);
    }
    return steps ?? (isOtherScheme ? "schemeNotAllowed" : "hostNotAllowed");
  }

  const acceptAll = (list, segments, start) => list.every((atom, index) => atoms[atom](segments[start + index]));

  // The numbers of all paths below a root that accept the segments, ascending.
  function paths(root, segments) {
    const found = [];
    const visit = (number, depth) => {
      const node = data.nodes[number];
      const isEnd = depth === segments.length;
      for (const path of isEnd ? node.ends : node.tails) found.push(path);
      if (isEnd) return;
      for (const [atom, target, path] of node.ways) {
        if (!atoms[atom](segments[depth])) continue;
        if (path === undefined) {
          visit(target, depth + 1);
          continue;
        }
        const [list, canEnd, canGoOn] = data.chains[target];
        const rest = segments.length - depth - 1 - list.length;
        if ((rest === 0 ? canEnd : rest > 0 && canGoOn) && acceptAll(list, segments, depth + 1)) found.push(path);
      }
    };
    if (root !== null) visit(root, 0);
    return found.sort((left, right) => left - right);
  }

  // The number of the first of a route's exceptions that covers the link; negative if none does.
  function exception(shape, segments) {
    return shape.excepts.findIndex(([list, coversBelow]) => {
      const rest = segments.length - list.length;
      return (coversBelow ? rest >= 0 : rest === 0) && acceptAll(list, segments, 0);
    });
  }

  // The item of a key: null without a fault.
  function item([name, atom], items) {
    const found = items.flatMap((entry, index) => (entry.key === name ? [index] : []));
    if (found.length === 0) return { item: null, fault: "missing" };
    if (found.length > 1) return { item: found[1], fault: "duplicate" };
    const { value } = items[found[0]];
    return { item: found[0], fault: value.text !== null && atoms[atom](value) ? null : "invalid" };
  }

  // Why the query does not select a route; null if it does.
  function queryFault(shape, items) {
    for (const [condition, key] of shape.keys.entries()) {
      const { item: place, fault } = item(key, items);
      if (key[2] && fault !== null) return { condition, item: place, fault };
    }
    const absent = items.findIndex((entry) => entry.key !== null && shape.absent.includes(entry.key));
    if (absent >= 0) return { condition: null, item: absent, fault: "unexpected" };
    const other = items.findIndex((entry) => !shape.keys.some(([name]) => name === entry.key));
    return shape.strict && other >= 0 ? { condition: null, item: other, fault: "unexpected" } : null;
  }

  // The items of the keys of the route that was found; the fault of one that is never left out.
  function takeItems(shape, items) {
    const taken = [];
    const leftOut = [];
    for (const [condition, key] of shape.keys.entries()) {
      const { item: place, fault } = item(key, items);
      if (fault === null || (fault === "missing" && !key[2])) {
        taken.push(place);
        continue;
      }
      const isForbidden = fault === "invalid" && items[place].value.text === null;
      if (key[2] || key[3] || isForbidden) return { fault: { condition, item: place, fault } };
      taken.push(null);
      if (fault === "duplicate" || items[place].value.bytes.length > 0) leftOut.push(key[0]);
    }
    return { taken, leftOut };
  }

  // The texts behind the atoms of a pattern, with a slash between two.
  const tail = (shape, segments) => segments.slice(shape.atoms).map((segment) => segment.text).join("/");

  function captured(shape, segments) {
    return shape.captures.map(([position, before, behind, isTail]) => {
      if (isTail) return tail(shape, segments);
      const { bytes } = segments[position];
      return decoder.decode(bytes.subarray(before, bytes.length - behind));
    });
  }

  // The values of the action's inputs.
  function inputs(route, shape, taken, link) {
    const values = [];
    const captures = captured(shape, link.segments);
    for (const [name, source, number, fallback] of route.inputs) {
      let value = null;
      if (source === "capture") value = captures[number];
      if (source === "tail") value = tail(shape, link.segments);
      if (source === "query" && taken[number] !== null) {
        const { text } = link.items[taken[number]].value;
        const meanings = route.meanings.find(([key]) => key === number);
        value = meanings === undefined ? text : meanings[1].find(([spelling]) => spelling === text)[1];
      }
      if (source === "fragment" && link.fragment.text !== "") value = link.fragment.text;
      value ??= fallback;
      if (value !== null) values.push([name, value]);
    }
    return values;
  }

  function fragmentFault(declared, fragment) {
    if (declared === null) return null;
    const [, atom, isRequired] = declared;
    if (fragment.text === "") return isRequired ? "missing" : null;
    return fragment.text !== null && atoms[atom](fragment) ? null : "invalid";
  }

  function accept(row, shape, link, considered) {
    const { taken, leftOut, fault } = takeItems(shape, link.items);
    if (fault) return { verdict: "query", row, ...fault, considered };
    const route = data.routes[row];
    const wrong = fragmentFault(route.fragment, link.fragment);
    if (wrong !== null) return { verdict: "fragment", row, fault: wrong, considered };
    const values = inputs(route, shape, taken, link);
    return { verdict: "route", row, inputs: values, leftOut, mayRefuse: route.mayRefuse, considered };
  }

  // What becomes of a link that was read.
  function decideLink(link) {
    const steps = owner(link);
    if (typeof steps === "string") return { verdict: steps };
    const denied = steps.flatMap((step) => paths(step[1], link.segments));
    if (denied.length > 0) {
      const first = denied.reduce((least, number) => Math.min(least, number));
      return { verdict: "denied", denial: data.denials[first - data.rules.length] };
    }
    const considered = [];
    let excluded = null;
    let queried = null;
    let winner = null;
    for (const [root] of steps) {
      let [firstExcluded, firstQueried] = [null, null];
      for (const number of paths(root, link.segments)) {
        const [row, shapeNumber] = data.rules[number];
        const shape = data.shapes[shapeNumber];
        const except = exception(shape, link.segments);
        const fault = queryFault(shape, link.items);
        considered.push({ row, except, fault });
        if (except < 0 && fault === null) winner ??= { row, shape };
        else if (fault === null) firstExcluded ??= { verdict: "excluded", row, except };
        else if (except < 0) firstQueried ??= { verdict: "query", row, ...fault };
      }
      if (winner !== null) break;
      excluded ??= firstExcluded;
      queried ??= firstQueried;
    }
    if (winner !== null) return accept(winner.row, winner.shape, link, considered);
    return { ...(excluded ?? queried ?? { verdict: "notFound" }), considered };
  }

  // What becomes of a text.
  function decide(text) {
    const first = rewritten(text);
    if (first.verdict) return { ...first.verdict, rewrites: first.names };
    const link = read(first.text);
    const found = link.verdict ? link : decideLink(link);
    return first.names.length > 0 ? { ...found, rewrites: first.names, link: first.text } : found;
  }

  return { decide };
}

if (typeof module !== "undefined") module.exports = { linkWalker };
