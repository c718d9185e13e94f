type Part = { first: number; last: number }

/**
 * The part that a Range header asks for (RFC 9110, 14.2), of what is `size` bytes long. "beyond": none of it is there.
 * "whole": several parts, or what is no range; anyone who asks so gets everything.
 */
export function partAsked(header: string, size: number): Part | "whole" | "beyond" {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? []
  if (from === "" && to === "") return "whole"
  // "-500": the last 500.
  if (from === "")
    return Number(to) === 0 || size === 0 ? "beyond" : { first: Math.max(0, size - Number(to)), last: size - 1 }
  const first = Number(from)
  if (to !== "" && Number(to) < first) return "whole"
  if (first >= size) return "beyond"
  return { first, last: to === "" ? size - 1 : Math.min(Number(to), size - 1) }
}
