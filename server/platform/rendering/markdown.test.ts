import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { plainParagraphs, renderMarkdown } from "./markdown.ts"

const html = (markdown: string) => renderMarkdown(markdown).html.trim()

describe("a text written in Markdown", () => {
  test("the text becomes paragraphs, lists, emphasis and quotations", () => {
    expect(html("Un **bal** au *bord* de l’eau.\n\n- guirlande\n- accordéon\n\n> On danse.")).toBe(
      "<p>Un <strong>bal</strong> au <em>bord</em> de l’eau.</p>\n<ul>\n<li>guirlande</li>\n<li>accordéon</li>\n</ul>\n<blockquote>\n<p>On danse.</p>\n</blockquote>",
    )
  })

  test("the text's headings follow the page's own without a gap, whatever was typed", () => {
    expect(html("# Un\n\n### Deux")).toBe("<h2>Un</h2>\n<h3>Deux</h3>")
    expect(html("## Un\n\n###### Deux\n\n## Trois")).toBe("<h2>Un</h2>\n<h3>Deux</h3>\n<h2>Trois</h2>")
    expect(
      renderMarkdown("## Un\n\n> ### Cité\n\n- #### Listé", { topLevel: 3 }).headings.map(({ level }) => level),
    ).toEqual([3, 4, 5])
    expect(html('<h1 id="contenu">Un titre à lui</h1>')).toBe("<h2>Un titre à lui</h2>")
  })

  test("the text's table of contents has working and distinct links", () => {
    const { html, headings } = renderMarkdown(
      "## Article 1 : **Objet**\n\n## Données\n\n## Données\n\n## Contenu\n\n## !",
      { anchors: true },
    )
    expect(headings).toEqual([
      { id: "article-1-objet", text: "Article 1 : Objet", level: 2 },
      { id: "donnees", text: "Données", level: 2 },
      { id: "donnees-2", text: "Données", level: 2 },
      { id: "contenu-2", text: "Contenu", level: 2 },
      { id: "partie", text: "!", level: 2 },
    ])
    for (const { id } of headings) expect(html).toContain(`id="${id}"`)
  })

  test("the introduction before the first heading is separated on request", () => {
    const page = renderMarkdown("Bonjour.\n\nEntrez.\n\n## Le bal\n\nIci.", { lead: true })
    expect(page.lead?.trim()).toBe("<p>Bonjour.</p>\n<p>Entrez.</p>")
    expect(page.html.trim()).toBe("<h2>Le bal</h2>\n<p>Ici.</p>")
    expect(renderMarkdown("## Le bal\n\nIci.", { lead: true }).lead).toBeNull()
    expect(renderMarkdown("Sans titre.", { lead: true })).toMatchObject({ lead: null, html: "<p>Sans titre.</p>\n" })
  })

  test("links to other sites open a new window without access to ours and say so; ours stay", () => {
    expect(html("[CNIL](https://www.cnil.fr)")).toBe(
      '<p><a href="https://www.cnil.fr" target="_blank" rel="noopener noreferrer">CNIL<span class="sr-only"> (nouvelle fenêtre)</span></a></p>',
    )
    expect(html("[ici](http://localhost:3000/faq) [là](/contact) [bas](#bas)")).toBe(
      '<p><a href="http://localhost:3000/faq">ici</a> <a href="/contact">là</a> <a href="#bas">bas</a></p>',
    )
    expect(html("[écrire](mailto:a@b.example) [appeler](tel:+33199004712)")).toContain('href="tel:+33199004712"')
  })

  test("the text keeps our own pictures, and loses external ones, which would reveal the visit", () => {
    expect(html("![Une cabine](/files/about-page/1-a.jpg)")).toBe(
      '<p><img src="/files/about-page/1-a.jpg" alt="Une cabine" loading="lazy" /></p>',
    )
    for (const src of [
      "https://espion.example/x.png",
      "//espion.example/x.png",
      "data:image/svg+xml,x",
      "/admin",
      "/files/../admin",
    ]) {
      expect(html(`![x](${src})`), src).not.toContain("<img")
    }
  })

  test("a table is named by its heading", () => {
    const table = "| Donnée | Durée |\n|--|--|\n| Compte | 3 ans |\n"
    const captions = (markdown: string) =>
      [...html(markdown).matchAll(/<caption[^>]*>([^<]*)</g)].map(([, text]) => text)
    expect(captions(`## 4. Durées & droits\n\n${table}\nPuis\n\n${table}\n## 5. Suite\n\n${table}`)).toEqual([
      "4. Durées &amp; droits",
      "4. Durées &amp; droits, tableau 2",
      "5. Suite",
    ])
    expect(captions(table)).toEqual(["Donnée, Durée"])
  })

  test("a table can be scrolled by keyboard, and shown row by row on a phone", () => {
    expect(html("| Donnée | Durée |\n|:--|--:|\n| Compte | 3 ans |")).toBe(
      '<div class="prose-table" tabindex="0" role="group" aria-label="Tableau"><table><caption class="sr-only">Donnée, Durée</caption><thead><tr><th scope="col">Donnée</th><th scope="col">Durée</th></tr></thead><tbody><tr><td>Compte</td><td data-label="Durée">3 ans</td></tr></tbody></table></div>',
    )
  })
})

describe("a hostile text", () => {
  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg/onload=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt&#58;alert(1))",
    "[x](java\nscript:alert(1))",
    "[x](\u0001javascript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "[x](vbscript:alert(1))",
    "![x](javascript:alert(1))",
    '<a href="javascript:alert(1)">x</a>',
    '<a href="#" onclick="alert(1)">x</a>',
    '[x](https://a.example "\\" onmouseover=alert(1) x=\\"")',
    "<iframe src=https://a.example></iframe><object data=x></object><embed src=x>",
    "<form action=https://a.example><input name=password><button>x</button></form>",
    '<style>body{display:none}</style><p style="position:fixed">x</p>',
    "<base href=https://a.example><meta http-equiv=refresh content=0><link rel=stylesheet href=//a.example>",
    "<math><mtext></p><script>alert(1)</script></mtext></math>",
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<h2 id="contenu">x</h2><h2 id="preferences">y</h2>',
    '<div class="dialog" id="contenu" aria-label="Votre mot de passe">x</div>',
    "<textarea><script>alert(1)</script></textarea><template><script>alert(1)</script></template>",
    "`</code><script>alert(1)</script>`",
    "```\n</code></pre><script>alert(1)</script>\n```",
    "<!--><script>alert(1)</script>-->",
  ])("the text does nothing: %s", (markdown) => {
    expect(problemsIn(renderMarkdown(markdown, { anchors: true }).html)).toEqual([])
  })

  test("the text does nothing, in any combination", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "<",
        ">",
        "</",
        "<script>",
        "</script>",
        "<img src=x ",
        "onerror=",
        "alert(1)",
        '"',
        "'",
        "`",
        "[x](",
        ")",
        "javascript:",
        "data:",
        "![",
        "](",
        "<svg>",
        "<a href=",
        "<!--",
        "-->",
        "&#106;",
        "&lt;script&gt;",
        "\n",
        "\n\n",
        "# ",
        "> ",
        "- ",
        "|",
        "<style>",
        " style=",
        " id=contenu",
        "//a.example",
      ),
      fc.string({ unit: "grapheme", maxLength: 8 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(problemsIn(renderMarkdown(pieces.join(""), { anchors: true }).html)).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })

  test("the text takes neither much time nor much stack", () => {
    // Measures this thread only, not the rest of the machine.
    const before = process.threadCpuUsage()
    for (const markdown of [
      ">".repeat(20_000),
      "[".repeat(20_000),
      "*a ".repeat(5_000),
      "- ".repeat(3_000),
      "<div>".repeat(5_000),
      "`".repeat(20_000),
    ]) {
      expect(typeof renderMarkdown(markdown).html).toBe("string")
    }
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1e6).toBeLessThan(5)
  })
})

/** Parses as a browser does: tags with their attributes, and everything else as text. */
function problemsIn(markup: string): string[] {
  const problems: string[] = []
  for (const [tag, name = "", attributes = ""] of markup.matchAll(/<\/?([a-z][^\s/>]*)([^>]*)>/gi)) {
    if (
      !/^(h[2-6]|p|br|hr|ul|ol|li|strong|em|del|su[bp]|blockquote|code|pre|a|img|table|caption|thead|tbody|tr|t[hd]|div|span)$/.test(
        name,
      )
    )
      problems.push(tag)
    for (const [, attribute = "", value = ""] of attributes.matchAll(/([^\s=/"]+)(?:="([^"]*)")?/g)) {
      if (
        !/^(href|title|rel|target|src|alt|width|height|loading|start|scope|class|id|tabindex|role|aria-label|data-label)$/.test(
          attribute,
        )
      )
        problems.push(`${tag}: ${attribute}`)
      if (attribute === "class" && !/^(sr-only|prose-table|unbroken)$/.test(value)) problems.push(tag)
      if (attribute === "id" && value === "contenu") problems.push(tag)
      if (attribute === "src" && !/^\/(files|illustrations)\//.test(value)) problems.push(tag)
      if (
        attribute === "href" &&
        /^[\s\p{Cc}]*[a-z\s\p{Cc}]*script:|^\s*data:/iu.test(
          value.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))),
        )
      )
        problems.push(tag)
    }
  }
  return problems
}

test("the words of a text's paragraphs are those displayed, without their surroundings", () => {
  const text =
    "# Titre\n\nUn **bal** & une [guirlande](https://exemple.example),  \nun soir.\n\n![Un lampion](/x.webp)\n\n- une liste\n\n> cité\n\n<script>alert(1)</script>\n\nEt `après` <b>tout</b>."
  expect(plainParagraphs(text)).toBe("Un bal & une guirlande, un soir. Et après tout.")
  expect(plainParagraphs("Un.\n\nDeux.\n\nTrois.", 4)).toBe("Un. Deux.")
  expect(plainParagraphs("## Rien")).toBe("")
})

test("a bare address becomes a link, except where customers' words appear", () => {
  const typed = "Voir https://a.example, www.b.example et c@d.example. [Le bal](https://e.example/)"
  expect(renderMarkdown(typed).html.match(/<a /g)).toHaveLength(4)
  const { html: alone } = renderMarkdown(typed, { bareLinks: false })
  expect(alone.match(/<a /g)).toHaveLength(1)
  expect(alone).toContain("Voir https://a.example, www.b.example et c@d.example. <a")
})
