import { countLabel } from "../../../../isomorphic/text/counted.ts"

/** "12 personnes" */
export function readersLabel(people: number): string {
  return countLabel(people, "personne", "personnes", "Personne")
}
