import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { inflateSync } from "node:zlib"
import { chromium } from "@playwright/test"
import chromiumFiles from "@sparticuz/chromium"
import type { DisplayFace } from "./draw-text.ts"

/**
 * Makes `display-face.data.json`, by hand, when the display face changes:
 * `node server/link-previews/display-face.build.ts public/fonts/bricolage-grotesque-french.….woff2`
 * No library that we ship reads WOFF2, and a machine without fonts must draw the same words. So a browser sets the
 * letters once, at the weight of titles, and prints them: in the PDF each is an outline with its width.
 */

const WEIGHT = 680
const UNITS = 1000

const letters = [
  ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
  ..."!\"#%&'()*+,-./:;?@[]_°·’‘“”«»–—…€×",
  ..."ÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜàâäæçéèêëîïôöœùûüÿßñáíóúãõøå",
]

type Glyph = { advance: number; outline: string }

async function build(fontFile: string): Promise<DisplayFace> {
  const font = readFileSync(fontFile).toString("base64")
  const browser = await chromium.launch({
    executablePath: await chromiumFiles.executablePath(),
    args: ["--no-sandbox", "--disable-gpu", "--no-zygote", "--font-render-hinting=none"],
  })
  try {
    const page = await browser.newPage()
    await page.setContent(`<!doctype html><meta charset="utf-8"><style>
      @font-face { font-family: Face; src: url(data:font/woff2;base64,${font}); font-weight: 400 800 }
      p { font: ${WEIGHT} 60px Face; font-kerning: none; font-variant-ligatures: none }
      </style><p></p>`)
    await page.evaluate((text) => {
      const paragraph = document.querySelector("p")
      if (paragraph) paragraph.textContent = text
      return document.fonts.ready.then(() => undefined)
    }, letters.join(" "))
    const glyphs = glyphsOf(await page.pdf())
    const kerning = await page.evaluate(kerningOf, { pairs: pairsOf([...glyphs.keys()]), units: UNITS, weight: WEIGHT })
    const space = await page.evaluate(widthOf, { text: " ", units: UNITS, weight: WEIGHT })
    return {
      unitsPerEm: UNITS,
      space,
      glyphs: Object.fromEntries([...glyphs].map(([letter, { advance, outline }]) => [letter, [advance, outline]])),
      kerning: Object.fromEntries(kerning),
    }
  } finally {
    await browser.close()
  }
}

/** Letters and what commonly stands beside them; figures keep the width that makes them line up. */
function pairsOf(known: readonly string[]): string[] {
  const kerned = known.filter((letter) => /[\p{L}’.,«»-]/u.test(letter))
  return kerned.flatMap((left) => kerned.map((right) => left + right))
}

function kerningOf({ pairs, units, weight }: { pairs: string[]; units: number; weight: number }): [string, number][] {
  const context = document.createElement("canvas").getContext("2d")
  if (!context) return []
  context.font = `${weight} ${units}px Face`
  const width = (text: string, kerning: "none" | "normal") => {
    context.fontKerning = kerning
    return context.measureText(text).width
  }
  return pairs.flatMap((pair): [string, number][] => {
    const shift = Math.round(width(pair, "normal") - width(pair, "none"))
    return shift === 0 ? [] : [[pair, shift]]
  })
}

function widthOf({ text, units, weight }: { text: string; units: number; weight: number }): number {
  const context = document.createElement("canvas").getContext("2d")
  if (!context) return 0
  context.font = `${weight} ${units}px Face`
  return Math.round(context.measureText(text).width)
}

/** The glyphs of every Type 3 font in a PDF that Chromium printed, by the letter they stand for. */
function glyphsOf(pdf: Buffer): Map<string, Glyph> {
  const objects = objectsOf(pdf)
  const glyphs = new Map<string, Glyph>()
  for (const { head } of objects.values()) {
    if (!head.includes("/Subtype /Type3")) continue
    const unicode = unicodeOf(streamOf(objects, head, /\/ToUnicode (\d+) 0 R/))
    const procedures = /\/CharProcs <<([^>]*)>>/.exec(head)?.[1] ?? ""
    for (const [, name = "", object = ""] of procedures.matchAll(/\/g([0-9A-F]+) (\d+) 0 R/g)) {
      const letter = unicode.get(Number.parseInt(name, 16))
      const drawn = objects.get(Number(object))?.stream?.toString("latin1")
      if (letter && drawn && letter !== " ") glyphs.set(letter, glyphOf(drawn))
    }
  }
  const missing = letters.filter((letter) => !glyphs.get(letter)?.outline)
  if (missing.length > 0) process.stderr.write(`The face has no ${missing.join(" ")}\n`)
  return glyphs
}

type PdfObject = { head: string; stream: Buffer | null }

function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString("latin1")
  const objects = new Map<number, PdfObject>()
  for (const found of text.matchAll(/(?:^|\n)(\d+) 0 obj\s*(<<[\s\S]*?>>)\s*(stream\r?\n|endobj)/g)) {
    const [whole, number = "", head = "", then = ""] = found
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const start = found.index + whole.length
    const bytes = then.startsWith("stream") ? pdf.subarray(start, start + length) : null
    objects.set(Number(number), { head, stream: bytes && head.includes("/FlateDecode") ? inflateSync(bytes) : bytes })
  }
  return objects
}

function streamOf(objects: Map<number, PdfObject>, head: string, reference: RegExp): string {
  return objects.get(Number(reference.exec(head)?.[1]))?.stream?.toString("latin1") ?? ""
}

function unicodeOf(map: string): Map<number, string> {
  const letterAt = (code: number) => String.fromCodePoint(code)
  const hex = (digits: string | undefined) => Number.parseInt(digits ?? "", 16)
  const found = new Map<number, string>()
  for (const [, block = ""] of map.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g)) {
    for (const [, code, letter] of block.matchAll(/<(\w+)> <(\w{4})>/g)) found.set(hex(code), letterAt(hex(letter)))
  }
  for (const [, block = ""] of map.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g)) {
    for (const [, from, to, letter] of block.matchAll(/<(\w+)> <(\w+)> <(\w{4})>/g)) {
      for (let code = hex(from); code <= hex(to); code++) found.set(code, letterAt(hex(letter) + code - hex(from)))
    }
  }
  return found
}

/** "604 0 … d1", then outlines of "m", "l", "c" and "h", the same words as in an SVG path, after their numbers; "re" is a box. */
function glyphOf(drawn: string): Glyph {
  const commands: Record<string, string> = { m: "M", l: "L", c: "C", h: "Z" }
  let advance = 0
  let outline = ""
  for (const line of drawn.split("\n")) {
    const words = line.trim().split(/\s+/)
    const operator = words.pop() ?? ""
    if (operator === "d1") advance = Math.round(Number(words[0]))
    const command = commands[operator]
    const numbers = words.map((number) => Math.round(Number(number)))
    if (command) outline += command + numbers.join(" ")
    if (operator === "re") outline += box(numbers)
  }
  return { advance, outline }
}

function box([x = 0, y = 0, width = 0, height = 0]: number[]): string {
  return `M${x} ${y}L${x + width} ${y}L${x + width} ${y + height}L${x} ${y + height}Z`
}

const [fontFile] = process.argv.slice(2)
if (!fontFile) throw new Error("Say which file holds the display face")
writeFileSync(join(import.meta.dirname, "display-face.data.json"), `${JSON.stringify(await build(fontFile))}\n`)
