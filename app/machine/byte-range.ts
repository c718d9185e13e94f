type Part = { first: number; last: number }

/** RFC 9110, 14.2. "beyond": nothing is there; "whole": several parts, or no range. */
export function parseRange(header: string, size: number): Part | "whole" | "beyond" {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? []
  if (from === "" && to === "") return "whole"
  // "-500": the last 500 bytes.
  if (from === "")
    return Number(to) === 0 || size === 0 ? "beyond" : { first: Math.max(0, size - Number(to)), last: size - 1 }
  const first = Number(from)
  if (to !== "" && Number(to) < first) return "whole"
  if (first >= size) return "beyond"
  return { first, last: to === "" ? size - 1 : Math.min(Number(to), size - 1) }
}
