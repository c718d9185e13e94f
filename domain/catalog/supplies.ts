/** About a box of paper: below it, the next event may lack some. */
export const ORDER_BELOW_PRINTS = 400

export function printsLabel(prints: number): string {
  return `${prints.toLocaleString("fr-FR")}\u00a0tirage${prints > 1 ? "s" : ""}`
}
