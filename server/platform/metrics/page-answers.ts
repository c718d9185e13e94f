import { Counter } from "prom-client"

type PageSource = "cached" | "rendered"

export const pageAnswers = new Counter({
  name: "guinguette_page_answers",
  help: "Answers of pages and their data, by whether they were cached or rendered.",
  labelNames: ["making"],
  registers: [],
})
for (const making of ["cached", "rendered"] satisfies PageSource[]) pageAnswers.inc({ making }, 0)

export function countPageAnswer(making: PageSource): void {
  pageAnswers.inc({ making })
}
