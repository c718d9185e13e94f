import { Counter } from "prom-client"

/** How an answer of a page, or of its data, came to be: as it was kept, filled in (decision 77), or rendered for it alone. */
export type Making = "kept" | "filled" | "rendered"

export const pageAnswers = new Counter({
  name: "guinguette_page_answers",
  help: "Answers of pages and their data, by whether they were kept, filled in for one person, or rendered.",
  labelNames: ["making"],
  registers: [],
})
for (const making of ["kept", "filled", "rendered"] satisfies Making[]) pageAnswers.inc({ making }, 0)

export function countPageAnswer(making: Making): void {
  pageAnswers.inc({ making })
}
