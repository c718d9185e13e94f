type ReadMail = { headers: Map<string, string>; text: string; html: string }

export function readMail(raw: string): ReadMail {
  const { headers, body } = split(raw)
  const parts = splitParts({ headers, body })
  if (parts.length < 2) throw new Error("This mail has no parts")
  const part = (type: string) => {
    const match = parts.find((candidate) => candidate.headers.get("content-type")?.startsWith(type))
    return match ? decode(match.body, match.headers.get("content-transfer-encoding") ?? "7bit") : ""
  }
  return {
    headers: new Map([...headers].map(([name, value]) => [name, decodeWords(value)])),
    text: part("text/plain"),
    html: part("text/html"),
  }
}

type Part = { headers: Map<string, string>; body: string }

/** A mail with an attachment has nested parts. */
function splitParts({ headers, body }: Part): Part[] {
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get("content-type") ?? "")?.[1]
  if (!boundary) return [{ headers, body }]
  return body.split(`--${boundary}`).flatMap((part) => splitParts(split(part.replace(/^\r?\n/, ""))))
}

function split(raw: string): { headers: Map<string, string>; body: string } {
  const normal = raw.replaceAll("\r\n", "\n")
  const end = normal.indexOf("\n\n")
  const head = (end < 0 ? normal : normal.slice(0, end)).replace(/\n[ \t]+/g, " ")
  const lines = head.split("\n").map((line) => /^([^:\s]+):\s?(.*)$/.exec(line))
  const headers = new Map(
    lines.flatMap((line) => (line ? [[(line[1] ?? "").toLowerCase(), line[2] ?? ""] as const] : [])),
  )
  return { headers, body: end < 0 ? "" : normal.slice(end + 2) }
}

function decode(body: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8")
  if (encoding !== "quoted-printable") return body
  return bytes(body.replace(/=\n/g, ""), /=([0-9A-F]{2})/g)
}

/** RFC 2047: "=?UTF-8?Q?=C3=A9t=C3=A9?=" is "été". */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(text, "base64").toString("utf8")
        : bytes(text.replaceAll("_", " "), /=([0-9A-F]{2})/gi),
    )
}

function bytes(text: string, escaped: RegExp): string {
  return Buffer.from(
    text.replace(escaped, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8")
}
