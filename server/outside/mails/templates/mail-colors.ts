export const color = {
  paper: "#fbf6ee",
  raised: "#fffdfa",
  night: "#002a31",
  onNight: "#f8f3e9",
  ink: "#05252c",
  soft: "#375259",
  line: "#dfd8cc",
  accent: "#f87057",
  onAccent: "#001b22",
  accentText: "#af431e",
} as const

export const face = {
  text: 'Figtree, "Segoe UI", Helvetica, Arial, sans-serif',
  display: '"Bricolage Grotesque", "Segoe UI", Helvetica, Arial, sans-serif',
} as const
