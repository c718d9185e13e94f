import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { openDrafts } from "./open-drafts.ts"
import { forgetAllDrafts, hasDraftOn } from "./store.ts"

const page = { owner: "anna", path: "/admin/faq", search: "?question=1" }
const typed = { fields: { answer: ["Oui."] }, rows: {}, version: { vu: "3" } }

/** As a browser's: what is stored shows as properties of its own. */
function storage() {
  const kept: Record<string, string> = {}
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
    removeItem: (key: string) => void delete kept[key],
  }
  return new Proxy(kept, { get: (_, key) => Reflect.get(methods, key) ?? Reflect.get(kept, key) })
}

beforeEach(() => vi.stubGlobal("sessionStorage", storage()))
afterEach(() => vi.unstubAllGlobals())

/** The page with its form, in which something was typed. */
function typing() {
  const drafts = openDrafts(page)
  drafts.formShown("faq:1")
  drafts.write("faq:1", typed)
  return drafts
}

const later = () => openDrafts(page).read("faq:1")

describe("after signing in again one comes back", () => {
  const signedOut = { owner: null, path: "/", search: "" }

  test("to the form that was being sent, once", () => {
    const drafts = typing()
    drafts.write("faq:2", typed)
    drafts.formSent("faq:1")
    drafts.moved(signedOut)
    drafts.answered()
    drafts.moved(page)
    expect(drafts.takeCutOff("faq:2")).toBe(false)
    expect(drafts.takeCutOff("faq:1")).toBe(true)
    expect(drafts.takeCutOff("faq:1")).toBe(false)
  })

  test("to the form that was typed in last, when nothing was being sent", () => {
    const drafts = typing()
    drafts.moved(signedOut)
    drafts.moved(page)
    expect(drafts.takeCutOff("faq:1")).toBe(true)
  })

  test("to no form after a reload, nor to one of another page", () => {
    expect(typing().takeCutOff("faq:1")).toBe(false)
    const drafts = typing()
    drafts.moved({ ...page, path: "/admin/about" })
    drafts.moved(signedOut)
    drafts.moved(page)
    expect(drafts.takeCutOff("faq:1")).toBe(false)
  })
})

describe("a draft stays", () => {
  test("for the same person, with the version that it was typed over", () => {
    typing()
    expect(later()).toEqual({ ...typed, path: "/admin/faq" })
  })

  test("when its form goes because the session ended", () => {
    const drafts = typing()
    drafts.formGone("faq:1")
    drafts.moved({ owner: null, path: "/", search: "" })
    expect(later()).not.toBeNull()
  })

  test("when an error page takes the place of its form", () => {
    const drafts = typing()
    drafts.formGone("faq:1")
    drafts.moved(page)
    expect(later()).not.toBeNull()
  })

  test("when its form is drawn anew on another address of the page", () => {
    const drafts = typing()
    drafts.formGone("faq:1")
    drafts.formShown("faq:1")
    drafts.moved({ ...page, search: "?question=1&supprimer=1" })
    expect(later()).not.toBeNull()
  })

  test("when it was sent and refused, whatever else is saved afterwards", () => {
    const drafts = typing()
    drafts.formSent("faq:1")
    drafts.answered()
    drafts.saved()
    expect(later()).not.toBeNull()
  })

  test("when another form of the page was saved", () => {
    const drafts = typing()
    drafts.formSent("faq-order")
    drafts.saved()
    expect(later()).not.toBeNull()
  })
})

describe("a draft goes", () => {
  test("when its form was saved", () => {
    const drafts = typing()
    drafts.formSent("faq:1")
    expect(drafts.wasSent("faq:1")).toBe(true)
    drafts.saved()
    expect(later()).toBeNull()
  })

  test("when its owner leaves the form for another page, or for another entry of the same one", () => {
    for (const next of [
      { ...page, path: "/admin/finance", search: "" },
      { ...page, search: "?question=2" },
    ]) {
      const drafts = typing()
      drafts.formGone("faq:1")
      drafts.moved(next)
      expect(later()).toBeNull()
    }
  })

  test("when somebody else signs in in this tab", () => {
    const drafts = typing()
    drafts.moved({ ...page, owner: "bilal" })
    expect(drafts.read("faq:1")).toBeNull()
    expect(later()).toBeNull()
  })

  test("when its owner signs out", () => {
    typing()
    forgetAllDrafts()
    expect(later()).toBeNull()
  })
})

test("somebody else's draft is not read, and nobody has any", () => {
  typing()
  expect(openDrafts({ ...page, owner: "ann" }).read("faq:1")).toBeNull()
  const nobody = openDrafts({ ...page, owner: null })
  nobody.write("faq:2", typed)
  expect(nobody.read("faq:1")).toBeNull()
  expect(nobody.read("faq:2")).toBeNull()
})

test("a draft is announced on the page it was typed on, and on no other", () => {
  typing()
  expect(hasDraftOn("/admin/faq")).toBe(true)
  expect(hasDraftOn("/admin/faq?question=2")).toBe(true)
  expect(hasDraftOn("/admin/fa")).toBe(false)
  expect(hasDraftOn("/admin/finance")).toBe(false)
})

test("a browser that refuses storage keeps nothing, and nothing breaks", () => {
  vi.stubGlobal("sessionStorage", undefined)
  const drafts = typing()
  expect(drafts.read("faq:1")).toBeNull()
  expect(hasDraftOn("/admin/faq")).toBe(false)
})

test("what an older release stored is no draft", () => {
  sessionStorage.setItem(
    "guinguette.draft.anna faq:1",
    JSON.stringify({ path: "/admin/faq", fields: { answer: "Oui" } }),
  )
  expect(later()).toBeNull()
})
