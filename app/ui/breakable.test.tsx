import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { Breakable } from "./breakable.tsx"

const shown = (text: string) => renderToStaticMarkup(<Breakable>{text}</Breakable>)

test("a word that no column has room for may break every twelve letters", () => {
  expect(shown(`Jean ${"x".repeat(30)}`)).toBe(`Jean <wbr/>${"x".repeat(12)}<wbr/>${"x".repeat(12)}<wbr/>xxxxxx`)
})

test("an address breaks before its host, and words of a usual length stay whole", () => {
  expect(shown("camille.desrousseaux@exemple.example")).toBe("camille.desrousseaux<wbr/>@exemple.example")
  expect(shown("Anne-Charlotte")).toBe("Anne-Charlotte")
})
