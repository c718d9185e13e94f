import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { Breakable } from "./breakable.tsx"

const render = (text: string) => renderToStaticMarkup(<Breakable>{text}</Breakable>)

test("a word too long for a column may break every twelve letters", () => {
  expect(render(`Jean ${"x".repeat(30)}`)).toBe(`Jean <wbr/>${"x".repeat(12)}<wbr/>${"x".repeat(12)}<wbr/>xxxxxx`)
})

test("an address breaks before its host, and words of a usual length stay whole", () => {
  expect(render("camille.desrousseaux@exemple.example")).toBe("camille.desrousseaux<wbr/>@exemple.example")
  expect(render("Anne-Charlotte")).toBe("Anne-Charlotte")
})
