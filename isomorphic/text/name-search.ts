import { foldText } from "./fold-text.ts"

export function filterByName<Named extends { name: string }>(all: readonly Named[], search: string): Named[] {
  const words = foldName(search).split(/\s/)
  return all.filter(({ name }) => words.every((word) => foldName(name).includes(word)))
}

/** Must match the database's `without_accents`: "obrien" finds O’Brien. */
export function foldName(text: string): string {
  return foldText(text).replace(/['’‘ʼ´`]/g, "")
}
