import { Counter } from "prom-client"

export type Making = "cached" | "rendered"

export const pageAnswers = new Counter({
  name: "guinguette_page_answers",
  help: "Answers of pages and their data, by whether they were cached or rendered.",
  labelNames: ["making"],
  registers: [],
})
for (const making of ["cached", "rendered"] satisfies Making[]) pageAnswers.inc({ making }, 0)

export function countPageAnswer(making: Making): void {
  pageAnswers.inc({ making })
}
