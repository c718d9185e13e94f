import { redirect } from "react-router"
import { afterEach, expect, test, vi } from "vitest"
import { replaceOnReturn } from "./replace-on-return.ts"

afterEach(() => vi.unstubAllGlobals())

/** What the router is answered where the window is at `at` while it asks for the page to sign out, which leads home. */
async function leadOn(at: string, init?: RequestInit): Promise<Response> {
  vi.stubGlobal("location", new URL(at, "https://guinguette.example"))
  const request = new Request("https://guinguette.example/deconnexion?retour=%2F", init)
  const answer = redirect("/")
  const next = async () => ({ "sign-out": { type: "error" as const, result: answer } })
  await replaceOnReturn({ request } as Parameters<typeof replaceOnReturn>[0], next)
  return answer
}

test("where Back leads to an address that leads on, the place it leads to stands in its stead", async () => {
  expect((await leadOn("/deconnexion?retour=%2F")).headers.has("X-Remix-Replace")).toBe(true)
})

test("what a link or a form leads to is a step of its own", async () => {
  expect((await leadOn("/catalog")).headers.has("X-Remix-Replace")).toBe(false)
  expect((await leadOn("/deconnexion?retour=%2F", { method: "POST" })).headers.has("X-Remix-Replace")).toBe(false)
})
