import { classes } from "../../ui/classes.ts"

/** A position or length in quarters of an hour, as classes: the page allows no style of an element. */
export function placeClass(quarters: number): string {
  const [days, hours, rest] = [Math.floor(quarters / 96), Math.floor((quarters % 96) / 4), quarters % 4]
  return classes(days > 0 && `t-d${days}`, hours > 0 && `t-h${hours}`, rest > 0 && `t-q${rest}`)
}
