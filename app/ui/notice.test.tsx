import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { Notice } from "./notice.tsx"

const contentFrom = (markup: string) => markup.slice(markup.indexOf("<b>"))

test("text becomes a paragraph below the title, also with a name or a figure inside", () => {
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
    expect(contentFrom(renderToStaticMarkup(notice))).toBe("<b>Livraison</b><p>Avec Borne, 2 fois.</p></div></div>")
})

test("text with a link becomes a paragraph too", () => {
  const notice = (
    <Notice tone="success" title="Enregistré">
      Voyez <a href="/account">votre compte</a>.
    </Notice>
  )
  expect(contentFrom(renderToStaticMarkup(notice))).toBe(
    '<b>Enregistré</b><p>Voyez <a href="/account">votre compte</a>.</p></div></div>',
  )
})

test("an element stays as it is, and a title alone has nothing below it", () => {
  const list = (
    <Notice tone="warning" title="Pris">
      <ul>
        <li>Borne</li>
      </ul>
    </Notice>
  )
  expect(contentFrom(renderToStaticMarkup(list))).toBe("<b>Pris</b><ul><li>Borne</li></ul></div></div>")
  expect(contentFrom(renderToStaticMarkup(<Notice tone="warning" title="Pris" />))).toBe("<b>Pris</b></div></div>")
})
