/** What was done, or why not: said once, on the page that follows. `undo` is the event of an act that can be taken back; `seconds` how long a success stays, when not as usual. */
export type Flash = {
  kind: "success" | "error"
  title: string
  text?: string | undefined
  undo?: number | undefined
  seconds?: number | undefined
}
