import { beforeEach, describe, expect, test } from "vitest"
import type { Administrator } from "../../domain/accounts/party.ts"
import { makeAdministrator } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { type FaqText, type StoredFaqEntry, addFaqEntry, allFaqEntries, saveFaqEntry } from "../content/edit-faq.ts"
import type { Choice } from "./conflict.ts"

beforeEach(freshDatabase)

const asked: FaqText = { theme: "Retrait", question: "Où venir ?", answer: "Au dépôt.", isPublished: true }
const long = "Un bal au bord de l’eau. ".repeat(120).trim()

async function editor(name: string): Promise<Administrator> {
  const { id } = await makeAdministrator(name)
  return { kind: "administrator", id, name }
}

async function twoFormsOver(text: FaqText) {
  const [camille, sasha] = [await editor("Camille"), await editor("Sasha")]
  const id = await addFaqEntry(camille, text)
  const [{ updatedAt: seen }] = (await allFaqEntries()) as [StoredFaqEntry]
  const stored = async () => (await allFaqEntries())[0]
  return { camille, sasha, id, seen, stored }
}

describe("two people over one form", () => {
  test("who changed different fields both get theirs", async () => {
    const { camille, sasha, id, seen, stored } = await twoFormsOver(asked)
    await saveFaqEntry(camille, id, { ...asked, theme: "Dépôt", isPublished: false }, seen)
    expect((await saveFaqEntry(sasha, id, { ...asked, answer: "À Nogent." }, seen)).ok).toBe(true)
    expect(await stored()).toMatchObject({ theme: "Dépôt", isPublished: false, answer: "À Nogent." })
  })

  test("who changed one field must choose, and only for what this one typed", async () => {
    const { camille, sasha, id, seen, stored } = await twoFormsOver(asked)
    await saveFaqEntry(camille, id, { ...asked, theme: "Dépôt", answer: "À Paris." }, seen)
    const typed = { ...asked, answer: "À Nogent." }
    const refused = await saveFaqEntry(sasha, id, typed, seen)
    expect(refused).toMatchObject({ ok: false, error: { kind: "stale", by: "Camille", fields: ["answer"] } })
    if (refused.ok || refused.error.kind !== "stale") throw new Error("It was taken")
    // Pressed again without a choice, nothing is overwritten.
    expect(await saveFaqEntry(sasha, id, typed, seen)).toMatchObject({ ok: false })
    const chosen = (choice: Choice) => ({
      seen,
      read: refused.ok ? null : "seen" in refused.error ? refused.error.seen : null,
      choices: new Map([["answer", choice]]),
    })
    expect((await saveFaqEntry(sasha, id, typed, chosen("stored"))).ok).toBe(true)
    expect(await stored()).toMatchObject({ theme: "Dépôt", answer: "À Paris." })
    expect((await saveFaqEntry(sasha, id, typed, chosen("mine"))).ok).toBe(true)
    expect(await stored()).toMatchObject({ theme: "Dépôt", answer: "À Nogent." })
  })

  test("a choice made on a version that was changed again is asked for anew", async () => {
    const { camille, sasha, id, seen } = await twoFormsOver(asked)
    const first = await saveFaqEntry(camille, id, { ...asked, answer: "À Paris." }, seen)
    if (!first.ok) throw new Error("It was refused")
    await saveFaqEntry(camille, id, { ...asked, answer: "À Créteil." }, first.value.updatedAt)
    const choices = new Map<string, Choice>([["answer", "mine"]])
    const opened = { seen, read: first.value.updatedAt, choices }
    expect(await saveFaqEntry(sasha, id, { ...asked, answer: "À Nogent." }, opened)).toMatchObject({
      ok: false,
      error: { fields: ["answer"] },
    })
  })

  test("a text too long for the record is known again, and one changed at its end is not taken for untouched", async () => {
    const { camille, sasha, id, seen, stored } = await twoFormsOver({ ...asked, answer: long })
    await saveFaqEntry(camille, id, { ...asked, answer: `${long} De Camille.` }, seen)
    expect((await saveFaqEntry(sasha, id, { ...asked, answer: long, theme: "Bal" }, seen)).ok).toBe(true)
    expect(await stored()).toMatchObject({ theme: "Bal", answer: `${long} De Camille.` })
    expect(await saveFaqEntry(sasha, id, { ...asked, answer: `${long} De Sasha.` }, seen)).toMatchObject({
      ok: false,
      error: { fields: expect.arrayContaining(["answer"]) },
    })
  })
})
