import { type ComponentType, createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { beforeAll, describe, expect, test } from "vitest"
import * as dayPage from "../../app/admin/bookings/day/route.tsx"
import * as textPage from "../../app/admin/legal/text/route.tsx"
import * as productPage from "../../app/admin/products/product/route.tsx"
import * as personPage from "../../app/admin/people/person/route.tsx"
import { freshDatabase } from "../harness/database.ts"
import { administrator, read } from "./back-office.ts"

let camille: Awaited<ReturnType<typeof administrator>>

beforeAll(async () => {
  await freshDatabase()
  camille = await administrator()
})

type Page = { loader: (args: never) => unknown; ErrorBoundary: unknown }

function failure({ ErrorBoundary }: Page, status: number): string {
  const error = { status, statusText: "", internal: false, data: null }
  const Boundary = ErrorBoundary as ComponentType<{ error: unknown }>
  const Screen = createRoutesStub([{ path: "/", Component: () => createElement(Boundary, { error }) }])
  return renderToStaticMarkup(createElement(Screen))
}

const nobody = "00000000-0000-4000-8000-000000000000"

describe("an unknown address of the back office", () => {
  test.each([
    {
      page: productPage,
      path: `/admin/products/${nobody}`,
      params: { id: nobody },
      told: "Ce produit n’existe pas ou plus",
      list: "/admin/products",
    },
    {
      page: personPage,
      path: "/admin/users/abc",
      params: { id: "abc" },
      told: "Cette personne n’existe pas ou plus",
      list: "/admin/users",
    },
    {
      page: textPage,
      path: "/admin/legal/zz",
      params: { page: "zz" },
      told: "n’existe pas ou plus",
      list: "/admin/legal",
    },
    {
      page: dayPage,
      path: "/admin/bookings/jour/2026-99-99",
      params: { day: "2026-99-99" },
      told: "Ce jour n’existe pas",
      list: "/admin/bookings/jour",
    },
  ])(
    "an unknown address is a 404 that links to the list, not to a retry: $path",
    async ({ page, path, params, told, list }) => {
      await expect(
        read(page as Page, path, camille.from, params as unknown as Record<string, string>),
      ).rejects.toMatchObject({ init: { status: 404 } })
      const html = failure(page, 404)
      expect(html).toContain(told)
      expect(html).toContain(`href="${list}"`)
      expect(html).not.toContain("Réessay")
      expect(failure(page, 500)).toContain("Réessayer")
    },
  )

  test("an unknown address is not titled as a new product", () => {
    const titled = productPage.meta({ loaderData: undefined, matches: [{ loaderData: undefined }] } as never)
    expect(JSON.stringify(titled)).not.toContain("Nouveau produit")
  })
})
