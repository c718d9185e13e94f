import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { openDrafts } from "./open-drafts.ts"
import { forgetAllDrafts, hasDraftOn } from "./store.ts"

const page = { owner: "anna", path: "/admin/faq", search: "?question=1" }
const typed = { fields: { answer: ["Oui."] }, rows: {}, version: { vu: "3" } }

/** Browsers expose stored items as properties of the storage object. */
function storage() {
  const items: Record<string, string> = {}
  const methods = {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, value: string) => void (items[key] = value),
    removeItem: (key: string) => void delete items[key],
  }
  return new Proxy(items, { get: (_, key) => Reflect.get(methods, key) ?? Reflect.get(items, key) })
}

beforeEach(() => vi.stubGlobal("sessionStorage", storage()))
afterEach(() => vi.unstubAllGlobals())

function typing() {
  const drafts = openDrafts(page)
  drafts.formMounted("faq:1")
  drafts.write("faq:1", typed)
  return drafts
}

const later = () => openDrafts(page).read("faq:1")

describe("returning after a new sign-in", () => {
  const signedOut = { owner: null, path: "/", search: "" }

  test("the visitor returns once to the form that was being sent", () => {
    const drafts = typing()
    drafts.write("faq:2", typed)
    drafts.markSent("faq:1")
    drafts.handleMove(signedOut)
    drafts.handleAnswered()
    drafts.handleMove(page)
    expect(drafts.takeInterrupted("faq:2")).toBe(false)
    expect(drafts.takeInterrupted("faq:1")).toBe(true)
    expect(drafts.takeInterrupted("faq:1")).toBe(false)
  })

  test("the visitor returns to the last edited form when none was being sent", () => {
    const drafts = typing()
    drafts.handleMove(signedOut)
    drafts.handleMove(page)
    expect(drafts.takeInterrupted("faq:1")).toBe(true)
  })

  test("the visitor returns to no form after a reload, nor to one of another page", () => {
    expect(typing().takeInterrupted("faq:1")).toBe(false)
    const drafts = typing()
    drafts.handleMove({ ...page, path: "/admin/about" })
    drafts.handleMove(signedOut)
    drafts.handleMove(page)
    expect(drafts.takeInterrupted("faq:1")).toBe(false)
  })
})

describe("a stored draft", () => {
  test("a draft stays for the same person, with the version it was typed over", () => {
    typing()
    expect(later()).toEqual({ ...typed, path: "/admin/faq" })
  })

  test("a draft stays when its form disappears because the session ended", () => {
    const drafts = typing()
    drafts.formUnmounted("faq:1")
    drafts.handleMove({ owner: null, path: "/", search: "" })
    expect(later()).not.toBeNull()
  })

  test("a draft stays when an error page replaces its form", () => {
    const drafts = typing()
    drafts.formUnmounted("faq:1")
    drafts.handleMove(page)
    expect(later()).not.toBeNull()
  })

  test("a draft stays when its form is rendered again at another address of the page", () => {
    const drafts = typing()
    drafts.formUnmounted("faq:1")
    drafts.formMounted("faq:1")
    drafts.handleMove({ ...page, search: "?question=1&supprimer=1" })
    expect(later()).not.toBeNull()
  })

  test("a draft stays when it was sent and refused, whatever else is saved afterwards", () => {
    const drafts = typing()
    drafts.markSent("faq:1")
    drafts.handleAnswered()
    drafts.handleSaved()
    expect(later()).not.toBeNull()
  })

  test("a draft stays when another form of the page was saved", () => {
    const drafts = typing()
    drafts.markSent("faq-order")
    drafts.handleSaved()
    expect(later()).not.toBeNull()
  })
})

describe("a removed draft", () => {
  test("a draft is removed when its form was saved", () => {
    const drafts = typing()
    drafts.markSent("faq:1")
    expect(drafts.wasSent("faq:1")).toBe(true)
    drafts.handleSaved()
    expect(later()).toBeNull()
  })

  test("a draft is removed when its owner leaves the form for another page or another record", () => {
    for (const next of [
      { ...page, path: "/admin/finance", search: "" },
      { ...page, search: "?question=2" },
    ]) {
      const drafts = typing()
      drafts.formUnmounted("faq:1")
      drafts.handleMove(next)
      expect(later()).toBeNull()
    }
  })

  test("a draft is removed when somebody else signs in in this tab", () => {
    const drafts = typing()
    drafts.handleMove({ ...page, owner: "bilal" })
    expect(drafts.read("faq:1")).toBeNull()
    expect(later()).toBeNull()
  })

  test("a draft is removed when its owner signs out", () => {
    typing()
    forgetAllDrafts()
    expect(later()).toBeNull()
  })
})

test("another person's draft is not read, and a signed-out visitor has none", () => {
  typing()
  expect(openDrafts({ ...page, owner: "ann" }).read("faq:1")).toBeNull()
  const anonymousDrafts = openDrafts({ ...page, owner: null })
  anonymousDrafts.write("faq:2", typed)
  expect(anonymousDrafts.read("faq:1")).toBeNull()
  expect(anonymousDrafts.read("faq:2")).toBeNull()
})

test("a draft is announced only on the page where it was typed", () => {
  typing()
  expect(hasDraftOn("/admin/faq")).toBe(true)
  expect(hasDraftOn("/admin/faq?question=2")).toBe(true)
  expect(hasDraftOn("/admin/fa")).toBe(false)
  expect(hasDraftOn("/admin/finance")).toBe(false)
})

test("a browser that refuses storage stores nothing, and nothing breaks", () => {
  vi.stubGlobal("sessionStorage", undefined)
  const drafts = typing()
  expect(drafts.read("faq:1")).toBeNull()
  expect(hasDraftOn("/admin/faq")).toBe(false)
})

test("an entry stored by an older release is no draft", () => {
  sessionStorage.setItem(
    "guinguette.draft.anna faq:1",
    JSON.stringify({ path: "/admin/faq", fields: { answer: "Oui" } }),
  )
  expect(later()).toBeNull()
})
