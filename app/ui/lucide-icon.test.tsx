import * as phone from "lucide-react/icons/phone"
import * as image from "lucide-react/icons/image"
import type { LucideIconData } from "lucide-react"
import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { Icon } from "./icon.tsx"
import createLucideIcon from "./lucide-icon.ts"

test.each([
  ["phone", phone],
  ["image", image],
])("the icon %s looks as lucide draws it", (_, icon) => {
  const { default: theirs, __iconData } = icon as typeof icon & { __iconData: LucideIconData }
  const ours = createLucideIcon(__iconData) as unknown as typeof theirs
  for (const size of ["normal", "small"] as const) {
    const [as, expected] = [ours, theirs].map((of) =>
      tags(renderToStaticMarkup(createElement(Icon, { icon: of, size }))),
    )
    expect(as).toEqual(expected)
  }
})

/** Ignores the order of attributes and the class names that lucide gives to each icon. */
function tags(markup: string): string[][] {
  return [...markup.matchAll(/<([^>]+)>/g)].map(([, tag = ""]) =>
    (tag.match(/[\w-]+="[^"]*"|[^\s"]+/g) ?? []).map((word) => word.replace(/lucide(-[\w-]+)? ?/g, "")).toSorted(),
  )
}
