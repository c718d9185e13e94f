import { typedTown } from "./place-town.ts"
import { misspelling } from "./spelling.ts"

/** Whether a town found is the one typed: the same but for its spelling, or one the beginning of the other. */
export function isSameTown(names: readonly (string | undefined)[], city: string): boolean {
  const typed = typedTown(city)
  if (!typed) return true
  return names.some((name) => {
    const town = typedTown(name ?? "")
    if (!town) return false
    const [shorter = "", longer = ""] = [town.bareWords, typed.bareWords].sort(
      (one, other) => one.length - other.length,
    )
    if (`${longer} `.startsWith(`${shorter} `)) return true
    return misspelling(town.key, typed.key, 2) <= Math.min(2, Math.floor(typed.key.length / 4))
  })
}

/** Words too short or too common to tell one street from another. */
const common = new Set(
  "rue avenue boulevard place chemin allee allees quai impasse route square cours des les aux sur sous bis ter".split(
    " ",
  ),
)

/**
 * Whether a street found is the one typed: at least half of the words that tell streets apart are there, but for their
 * spelling. A street typed without any such word ("12 rue") is taken for what was found.
 */
export function isSameStreet(found: string, typed: string): boolean {
  const [there, asked] = [significantWords(found), significantWords(typed)]
  if (asked.length === 0) return true
  const known = asked.filter((word) =>
    there.some((other) => misspelling(other, word, 2) <= Math.min(2, Math.floor(word.length / 4))),
  )
  return known.length * 2 >= Math.min(asked.length, Math.max(there.length, 1))
}

function significantWords(street: string): string[] {
  return street
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length >= 3 && !common.has(word))
}
