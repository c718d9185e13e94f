/** Whose text a field gets where two people changed it. */
export type Choice = "mine" | "stored"

/** A piece that both changed, or the order that both gave to the list (`title` null). A text is null where the piece is gone. */
export type ListConflict = {
  name: string
  field: string
  title: string | null
  mine: string | null
  stored: string | null
}
