import { countLabel } from "../../../../isomorphic/text/count-label.ts"

/** "12 personnes" */
export function readersLabel(people: number): string {
  return countLabel(people, "personne", "personnes", "Personne")
}
