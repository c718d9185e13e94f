import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { UNSAFE_ErrorResponseImpl as Answer, createMemoryRouter, redirect } from "react-router"
import { keepPageOffline, networkLost, dataRequested } from "./keep-page-offline.ts"
import { patient } from "../../tests/harness/patient.ts"

let lost = 0
beforeEach(() => {
  lost = 0
  vi.stubGlobal("window", new EventTarget())
  window.addEventListener(networkLost, () => lost++)
})
afterEach(() => vi.unstubAllGlobals())

let answer: () => unknown = () => "first"
function openPage() {
  answer = () => "first"
  const router = createMemoryRouter(
    [{ id: "root", path: "/", middleware: [keepPageOffline as never], loader: () => answer(), Component: () => null }],
    { hydrationData: { loaderData: { root: "first" } } },
  )
  return router.initialize()
}

function readQuietly() {
  const failures = { count: 0 }
  window.addEventListener(dataRequested, ({ detail }) => {
    detail.onFailure = () => failures.count++
  })
  return failures
}
const fail = (error: unknown) => {
  answer = () => {
    throw error
  }
}

test("a page stays as it is when its revalidation fails, and the next one works as usual", async () => {
  const router = openPage()
  const failures = readQuietly()
  const failing = [
    new TypeError("Failed to fetch"),
    new Error("Unable to decode turbo-stream response"),
    new Error("The database is away"),
    new Answer(500, "Internal Server Error", null),
    new Answer(403, "Forbidden", null),
    redirect("/connexion"),
  ]
  for (const error of failing) {
    fail(error)
    await router.revalidate()
    const { loaderData, errors, revalidation, location } = router.state
    expect([loaderData, errors, revalidation, location.pathname]).toEqual([{ root: "first" }, null, "idle", "/"])
  }
  expect([failures.count, lost]).toEqual([failing.length, 0])

  answer = () => "second"
  await router.revalidate()
  expect([router.state.loaderData, failures.count]).toEqual([{ root: "second" }, failing.length])
})

test("a 404 on revalidation replaces the page", async () => {
  const router = openPage()
  const failures = readQuietly()
  fail(new Answer(404, "Not Found", null))
  await router.revalidate()
  expect(router.state.errors).toMatchObject({ root: { status: 404 } })
  expect(failures.count).toBe(0)
})

test("a navigation or action that fails shows its error", async () => {
  const router = openPage()
  fail(new Error("The database is away"))
  await router.revalidate()
  expect(router.state.errors).toMatchObject({ root: { message: "The database is away" } })
  fail(new TypeError("Failed to fetch"))
  void router.revalidate()
  await vi.waitFor(() => expect(lost).toBe(1), patient)
})
