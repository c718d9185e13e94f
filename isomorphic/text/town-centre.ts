import { withElision } from "../../domain/of-name.ts"

/** "le centre de Joinville-le-Pont", "le centre d’Ivry", "le centre du Perreux", "le centre des Lilas". */
function centreOf(commune: string): string {
  const name = commune.trim()
  if (/^le /i.test(name)) return `le centre du ${name.slice(3)}`
  if (/^les /i.test(name)) return `le centre des ${name.slice(4)}`
  return `le centre ${withElision(name)}`
}

/** What is said of a distance when the street is not known (D46). Null when it is. */
export function countedFromCentre(commune: string | null | undefined): string | null {
  return commune ? `distance calculée depuis ${centreOf(commune)}` : null
}
