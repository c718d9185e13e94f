import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { Notice } from "./notice.tsx"

const said = (markup: string) => markup.slice(markup.indexOf("<b>"))

test("words are a paragraph of their own below the title, also with a name or a figure between them", () => {
  const product = "Borne"
  const title = "Livraison"
  for (const notice of [
    <Notice tone="info" title={title} key="1">
      Avec Borne, 2 fois.
    </Notice>,
    <Notice tone="info" title={title} key="2">
      Avec {product}, {2} fois.
    </Notice>,
  ])
    expect(said(renderToStaticMarkup(notice))).toBe("<b>Livraison</b><p>Avec Borne, 2 fois.</p></div></div>")
})

test("so are words with a link among them", () => {
  const notice = (
    <Notice tone="success" title="Enregistré">
      Voyez <a href="/account">votre compte</a>.
    </Notice>
  )
  expect(said(renderToStaticMarkup(notice))).toBe(
    '<b>Enregistré</b><p>Voyez <a href="/account">votre compte</a>.</p></div></div>',
  )
})

test("what brings its own elements is left as it is, and a title alone has nothing below it", () => {
  const list = (
    <Notice tone="warning" title="Pris">
      <ul>
        <li>Borne</li>
      </ul>
    </Notice>
  )
  expect(said(renderToStaticMarkup(list))).toBe("<b>Pris</b><ul><li>Borne</li></ul></div></div>")
  expect(said(renderToStaticMarkup(<Notice tone="warning" title="Pris" />))).toBe("<b>Pris</b></div></div>")
})
