/** Shown once. `undo` is the event id of an act that can be undone; `seconds` overrides the duration of a success. */
export type Flash = {
  kind: "success" | "error"
  title: string
  text?: string | undefined
  undo?: number | undefined
  seconds?: number | undefined
}
