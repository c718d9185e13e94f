import { counted } from "../../../../isomorphic/text/counted.ts"

/** "12 personnes". */
export function readersLabel(people: number): string {
  return counted(people, "personne", "personnes", "Personne")
}
