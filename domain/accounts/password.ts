export const MIN_PASSWORD = 6
/** For everybody who opens the back office (D16). */
export const MIN_STAFF_PASSWORD = 12
/** Longer ones only cost time to hash. */
export const MAX_PASSWORD = 128

export type PasswordOwner = { name: string; email: string; isStaff: boolean }
export type PasswordProblem = "too-short" | "too-long" | "common" | "repetitive" | "personal"

/** null when acceptable (D16). `common` must be folded by `foldPassword`. */
export function passwordProblem(
  password: string,
  owner: PasswordOwner,
  common: ReadonlySet<string>,
): PasswordProblem | null {
  if (password.length < minimumLength(owner.isStaff)) return "too-short"
  if (password.length > MAX_PASSWORD) return "too-long"
  const folded = foldPassword(password)
  if (common.has(folded)) return "common"
  if (isRepetitive(folded)) return "repetitive"
  if (isPersonal(folded, owner)) return "personal"
  return null
}

export function minimumLength(isStaff = false): number {
  return isStaff ? MIN_STAFF_PASSWORD : MIN_PASSWORD
}

const chooseAnother = "il serait deviné tout de suite. Choisissez-en un autre."

const problemTexts: Record<Exclude<PasswordProblem, "too-short">, string> = {
  "too-long": `Le mot de passe ne peut pas dépasser ${MAX_PASSWORD} caractères.`,
  common: `Ce mot de passe fait partie des plus utilisés\u00A0: ${chooseAnother}`,
  repetitive: `Ce mot de passe est une simple suite ou une répétition\u00A0: ${chooseAnother}`,
  personal: `Ce mot de passe reprend votre nom ou votre adresse e-mail\u00A0: ${chooseAnother}`,
}

export function passwordProblemText(problem: PasswordProblem, isStaff = false): string {
  if (problem === "too-short") return `Le mot de passe doit comporter au moins ${minimumLength(isStaff)} caractères.`
  return problemTexts[problem]
}

export function foldPassword(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
}

const keyboardRows = ["azertyuiop", "qsdfghjklm", "wxcvbn", "qwertyuiop", "asdfghjkl", "zxcvbnm"]

function isRepetitive(folded: string): boolean {
  if (/^(.{1,3})\1+.?$/su.test(folded)) return true
  const reversed = [...folded].reverse().join("")
  return keyboardRows.some((row) => row.includes(folded) || row.includes(reversed)) || isRun(folded)
}

function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  const up = (step: number) => step === 1 || step === -9
  return steps.every(up) || steps.every((step) => up(-step))
}

function isPersonal(folded: string, owner: PasswordOwner): boolean {
  const bare = stripAffixes(folded)
  const email = foldPassword(owner.email)
  const local = email.replace(/@.*/s, "")
  const names = significantParts(foldPassword(owner.name).split(/[^\p{L}\p{N}]/u))
  const guesses = [email, local, ...significantParts(local.split(/[._+-]/)), ...names, names.join(""), "guinguette"]
  return guesses.some((guess) => guess === folded || (bare !== "" && stripAffixes(guess) === bare))
}

function significantParts(parts: readonly string[]): string[] {
  return parts.filter((part) => part.length >= 3)
}

function stripAffixes(text: string): string {
  return text.replace(/^[^\p{L}]{0,4}|[^\p{L}]{0,4}$/gu, "")
}

type PasswordStrength = 0 | 1 | 2 | 3 | 4

export const strengthLabels: Record<PasswordStrength, string> = {
  0: "trop court",
  1: "faible",
  2: "moyen",
  3: "solide",
  4: "très solide",
}

export function passwordStrength(password: string): PasswordStrength {
  if (password.length < MIN_PASSWORD) return 0
  const bits = guessBits(password)
  if (bits < 32) return 1
  if (bits < 48) return 2
  return bits < 64 ? 3 : 4
}

const alphabets: readonly [RegExp, number][] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{N}/u, 10],
  [/[^\p{L}\p{N}]/u, 33],
]

const singleKindAlphabet = 8

function guessBits(password: string): number {
  const kinds = alphabets.filter(([pattern]) => pattern.test(password))
  const alphabet = kinds.length < 2 ? singleKindAlphabet : kinds.reduce((size, [, count]) => size + count, 0)
  const characters = [...foldPassword(password)]
  const bits = Math.log2(alphabet)
  return characters.reduce(
    (sum, character, index) => sum + (isUnpredictable(characters, character, index) ? bits : 1),
    0,
  )
}

/** "mariage2027" is a word and a year. */
const endOfYear = /(?:19|20)\d{0,2}$/

function isUnpredictable(characters: readonly string[], character: string, index: number): boolean {
  const previous = characters[index - 1]
  if (previous !== undefined && Math.abs((character.codePointAt(0) ?? 0) - (previous.codePointAt(0) ?? 0)) <= 1)
    return false
  if (endOfYear.test(characters.slice(Math.max(0, index - 3), index + 1).join(""))) return false
  return characters.slice(0, index).filter((earlier) => earlier === character).length < 2
}
