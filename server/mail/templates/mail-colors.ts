/** The board's colours by role, in the notation that every mail reader knows. */
export const color = {
  paper: "#faf6ee",
  raised: "#fffdf9",
  night: "#002a32",
  onNight: "#f8f3e9",
  ink: "#06242b",
  soft: "#324d54",
  line: "#e0d8c9",
  accent: "#fb7357",
  onAccent: "#001a20",
  accentText: "#a93a18",
  bulb: "#fddb7c",
} as const

export const face = {
  text: 'Figtree, "Segoe UI", Helvetica, Arial, sans-serif',
  display: '"Bricolage Grotesque", "Segoe UI", Helvetica, Arial, sans-serif',
} as const
