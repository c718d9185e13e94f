import { withElision } from "../../domain/elision.ts"

function centreLabel(commune: string): string {
  const name = commune.trim()
  if (/^le /i.test(name)) return `le centre du ${name.slice(3)}`
  if (/^les /i.test(name)) return `le centre des ${name.slice(4)}`
  return `le centre ${withElision(name)}`
}

export function distanceFromCentreLabel(commune: string | null | undefined): string | null {
  return commune ? `distance calculée depuis ${centreLabel(commune)}` : null
}
