import { memoized } from "../memoized.ts"

export type Encoding = "zstd" | "br" | "gzip" | "identity"

/** The best first: zstd takes half of Brotli's time. What is kept has none, since Brotli with all its time is smaller. */
const preferred: readonly Encoding[] = ["zstd", "br", "gzip", "identity"]

/**
 * The best of the encodings that there are which the client takes; null when it takes none of them. `header` is
 * Accept-Encoding (RFC 9110, section 12.5.3): "q=0" refuses, "*" stands for those that are not named.
 */
export function chooseEncoding(header: string | undefined, isThere: (encoding: Encoding) => boolean): Encoding | null {
  const takes = header === undefined ? nothingSaid : taken(header)
  return preferred.find((encoding) => takes[encoding] && isThere(encoding)) ?? null
}

type Taken = Readonly<Record<Encoding, boolean>>

const nothingSaid: Taken = { zstd: false, br: false, gzip: false, identity: true }

/** Browsers have a handful of these headers between them. */
const taken = memoized((header): Taken => {
  const weights = new Map(header.toLowerCase().split(",").map(weightOf))
  const rest = weights.get("*")
  const isTaken = (name: string, unsaid: boolean) =>
    (weights.get(name) ?? (name === "gzip" ? weights.get("x-gzip") : undefined) ?? rest ?? (unsaid ? 1 : 0)) > 0
  return {
    zstd: isTaken("zstd", false),
    br: isTaken("br", false),
    gzip: isTaken("gzip", false),
    identity: isTaken("identity", true),
  }
}, 100)

function weightOf(part: string): [string, number] {
  const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim())
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2)
  return [name, weight === undefined ? 1 : Number.parseFloat(weight) || 0]
}
