export function countLabel(count: number, one: string, several: string, none: string): string {
  if (count === 0) return none
  return count === 1 ? `1 ${one}` : `${count.toLocaleString("fr-FR")} ${several}`
}
