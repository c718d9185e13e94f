import { memoize } from "../memoize.ts"

export type Encoding = "zstd" | "br" | "gzip" | "identity"

const preferred: readonly Encoding[] = ["zstd", "br", "gzip", "identity"]

/** RFC 9110, section 12.5.3 */
export function chooseEncoding(
  header: string | undefined,
  isAvailable: (encoding: Encoding) => boolean,
): Encoding | null {
  const accepted = header === undefined ? withoutHeader : parseAcceptEncoding(header)
  return preferred.find((encoding) => accepted[encoding] && isAvailable(encoding)) ?? null
}

type AcceptedEncodings = Readonly<Record<Encoding, boolean>>

const withoutHeader: AcceptedEncodings = { zstd: false, br: false, gzip: false, identity: true }

const parseAcceptEncoding = memoize((header): AcceptedEncodings => {
  const weights = new Map(header.toLowerCase().split(",").map(parseWeight))
  const wildcard = weights.get("*")
  const isAccepted = (name: string, byDefault: boolean) =>
    (weights.get(name) ?? (name === "gzip" ? weights.get("x-gzip") : undefined) ?? wildcard ?? (byDefault ? 1 : 0)) > 0
  return {
    zstd: isAccepted("zstd", false),
    br: isAccepted("br", false),
    gzip: isAccepted("gzip", false),
    identity: isAccepted("identity", true),
  }
}, 100)

function parseWeight(part: string): [string, number] {
  const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim())
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2)
  return [name, weight === undefined ? 1 : Number.parseFloat(weight) || 0]
}
