import { expect, test } from "vitest"
import { filesOf, fontsOf, importsOf } from "./page.ts"

test("the scripts of a page are those it names, preloads and imports at once", () => {
  const { scripts } = filesOf(`
    <link rel="modulepreload" href="/assets/framework.js"/>
    <link rel="preload" as="script" href="/assets/early.js"/>
    <script src="/assets/plain.js"></script>
    <script type="module" async="">import "/assets/manifest.js";
      import * as route0 from "/assets/root.js";
      import("/assets/entry.js");</script>
    <script nonce="x">window.__context = "import('/assets/never.js')"</script>`)
  expect(scripts.toSorted()).toEqual(
    ["early", "entry", "framework", "manifest", "plain", "root"].map((name) => `/assets/${name}.js`),
  )
})

test("the module that waits for the first paint counts as any other", () => {
  const { scripts } = filesOf(
    `<script type="text/javascript-module">import * as route0 from "/assets/root.js";import("/assets/entry.js");</script>`,
  )
  expect(scripts).toEqual(["/assets/root.js", "/assets/entry.js"])
})

test("a module needs its imports and re-exports, not its dynamic imports", () => {
  const script = `import{a as b,c}from"./one.js";import d from"./two.js";import"./three.js";export{e as f}from"./four.js";export*from"./five.js";
    const later=()=>import("./six.js"),words="imported from another.js";`
  expect(importsOf(script)).toEqual(["./one.js", "./two.js", "./three.js", "./four.js", "./five.js"])
})

test("styles and preloaded fonts are distinguished, and addresses are read as browsers read them", () => {
  const files = filesOf(`
    <link rel="preload" href="/fonts/display.woff2" as="font" type="font/woff2" crossorigin="anonymous"/>
    <link rel="stylesheet" href="/assets/app.css"/>
    <link rel="stylesheet" href="/theme.css?v=1&amp;accent=2"/>
    <link rel="icon" href="/favicon.ico"/>`)
  expect(files.styles).toEqual(["/assets/app.css", "/theme.css?v=1&accent=2"])
  expect(files.fonts).toEqual(["/fonts/display.woff2"])
})

test("fonts are found in a style sheet, however their address is quoted", () => {
  expect(
    fontsOf(`src:url(/fonts/a.woff2)format("woff2");src:url("/fonts/b.woff2");background:url(/paper.svg)`),
  ).toEqual(["/fonts/a.woff2", "/fonts/b.woff2"])
})

test("a picture has the sources around it, and the next one does not", () => {
  const { images } = filesOf(`
    <picture>
      <source type="image/avif" srcSet="/files/a-480.avif 480w, /files/a-960.avif 960w" sizes="92vw"/>
      <img src="/files/a.jpg" alt="x &gt; y"/>
    </picture>
    <img src="/logo.svg" alt=""/>`)
  expect(images).toEqual([
    {
      src: "/files/a.jpg",
      sources: [{ type: "image/avif", addresses: ["/files/a-480.avif", "/files/a-960.avif"], sizes: "92vw" }],
    },
    { src: "/logo.svg", sources: [] },
  ])
})

test("markup quoted in a script is not read as markup", () => {
  expect(
    filesOf(`<script>const html = '<link rel="stylesheet" href="/never.css"><img src="/never.jpg">'</script>`),
  ).toEqual({
    scripts: [],
    styles: [],
    fonts: [],
    images: [],
  })
})
