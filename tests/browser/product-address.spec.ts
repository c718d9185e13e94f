import { expect, test } from "../harness/shop.ts"

test.use({ viewport: { width: 360, height: 780 } })

test("the catalogue leads to a product at its name, and a former name leads there too", async ({
  page,
  request,
  shop,
}) => {
  const [product] = await shop.sql<{ id: string }>("select id from products where name = 'Photomaton bois'")
  const id = product?.id ?? ""
  const canonical = `${shop.url}/product/photomaton-bois-${id}`
  await page.goto(`${shop.url}/catalog`)
  await page.getByRole("main").getByRole("link", { name: "Photomaton bois", exact: true }).click()
  await expect(page).toHaveURL(canonical)
  await expect(page.getByRole("heading", { level: 1, name: "Photomaton bois" })).toBeVisible()
  const crumbs = page.locator(".site-crumbs").getByRole("listitem")
  await expect(crumbs).toHaveText(["Accueil", "Produit"])

  await page.goto(`${shop.url}/product/${id}`)
  await expect(page).toHaveURL(`${shop.url}/product/${id}`)
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", canonical)

  const moved = await request.get(`${shop.url}/product/cabine-${id}`, { maxRedirects: 0 })
  expect([moved.status(), moved.headers()["location"]]).toEqual([301, `/product/photomaton-bois-${id}`])
})
