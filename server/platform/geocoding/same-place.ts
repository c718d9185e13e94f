import { parseTypedTown } from "./place-town.ts"
import { editDistance } from "./spelling.ts"

export function isSameTown(names: readonly (string | undefined)[], city: string): boolean {
  const typed = parseTypedTown(city)
  if (!typed) return true
  return names.some((name) => {
    const town = parseTypedTown(name ?? "")
    if (!town) return false
    const [shorter = "", longer = ""] = [town.bareWords, typed.bareWords].sort(
      (one, other) => one.length - other.length,
    )
    if (`${longer} `.startsWith(`${shorter} `)) return true
    return editDistance(town.key, typed.key, 2) <= Math.min(2, Math.floor(typed.key.length / 4))
  })
}

const commonWords = new Set(
  "rue avenue boulevard place chemin allee allees quai impasse route square cours des les aux sur sous bis ter".split(
    " ",
  ),
)

export function isSameStreet(located: string, typed: string): boolean {
  const [locatedWords, typedWords] = [significantWords(located), significantWords(typed)]
  if (typedWords.length === 0) return true
  const matches = typedWords.filter((word) =>
    locatedWords.some((other) => editDistance(other, word, 2) <= Math.min(2, Math.floor(word.length / 4))),
  )
  return matches.length * 2 >= Math.min(typedWords.length, Math.max(locatedWords.length, 1))
}

function significantWords(street: string): string[] {
  return street
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length >= 3 && !commonWords.has(word))
}
