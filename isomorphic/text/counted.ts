/** "Aucune réservation", "1 réservation", "1 204 réservations": what a list holds. `none` begins "Aucun" or "Aucune". */
export function counted(count: number, one: string, several: string, none: string): string {
  if (count === 0) return none
  return count === 1 ? `1 ${one}` : `${count.toLocaleString("fr-FR")} ${several}`
}
