/** Why something is not done for the account that somebody acts for; `name`: its owner's. */
export type ActingRefusal = { why: "ended" | "may-not-book" | "own-only" | "other-account"; name: string }

const whys: readonly unknown[] = ["ended", "may-not-book", "own-only", "other-account"] satisfies ActingRefusal["why"][]

/** What a refused page was answered with, if it was refused for that. */
export function isActingRefusal(answered: unknown): answered is ActingRefusal {
  return (
    typeof answered === "object" &&
    answered !== null &&
    "why" in answered &&
    whys.includes(answered.why) &&
    "name" in answered &&
    typeof answered.name === "string"
  )
}
