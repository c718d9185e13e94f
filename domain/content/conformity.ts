export type Conformity = "totalement conforme" | "partiellement conforme" | "non conforme"

/**
 * What an accessibility statement has to call a site with that share of the criteria met, in percent: RGAA 4.1 says
 * "totally" of all of them, "partially" of half of them at least.
 */
export function conformityOf(percent: number): Conformity {
  if (percent >= 100) return "totalement conforme"
  return percent >= 50 ? "partiellement conforme" : "non conforme"
}
