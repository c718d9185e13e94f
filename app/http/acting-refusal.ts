export type ActingRefusal = { why: "ended" | "may-not-book" | "own-only" | "other-account"; name: string }

const reasons: readonly unknown[] = [
  "ended",
  "may-not-book",
  "own-only",
  "other-account",
] satisfies ActingRefusal["why"][]

export function isActingRefusal(body: unknown): body is ActingRefusal {
  return (
    typeof body === "object" &&
    body !== null &&
    "why" in body &&
    reasons.includes(body.why) &&
    "name" in body &&
    typeof body.name === "string"
  )
}
