import { createElement } from "react"
import type { LucideIconData, LucideProps } from "lucide-react"

/** The build replaces lucide's own builder with this (vite.config.ts). */
export default function createLucideIcon({ node }: LucideIconData) {
  return function Glyph({ size = 24, color = "currentColor", ...attributes }: LucideProps) {
    return createElement(
      "svg",
      {
        xmlns: "http://www.w3.org/2000/svg",
        width: size,
        height: size,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: color,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        ...attributes,
      },
      ...node.map(([tag, shape]) => createElement(tag, shape)),
    )
  }
}
