import { redirect } from "react-router"
import { afterEach, expect, test, vi } from "vitest"
import { replaceOnReturn } from "./replace-on-return.ts"

afterEach(() => vi.unstubAllGlobals())

async function leadOn(at: string, init?: RequestInit): Promise<Response> {
  vi.stubGlobal("location", new URL(at, "https://guinguette.example"))
  const request = new Request("https://guinguette.example/deconnexion?retour=%2F", init)
  const answer = redirect("/")
  const next = async () => ({ "sign-out": { type: "error" as const, result: answer } })
  await replaceOnReturn({ request } as Parameters<typeof replaceOnReturn>[0], next)
  return answer
}

test("a redirect reached by Back replaces its history entry", async () => {
  expect((await leadOn("/deconnexion?retour=%2F")).headers.has("X-Remix-Replace")).toBe(true)
})

test("a redirect reached by a link or a form adds a history entry", async () => {
  expect((await leadOn("/catalog")).headers.has("X-Remix-Replace")).toBe(false)
  expect((await leadOn("/deconnexion?retour=%2F", { method: "POST" })).headers.has("X-Remix-Replace")).toBe(false)
})
