import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, test } from "../harness/shop.ts"

test.use({ variables: { OUTBOUND_LOCAL: "true" }, javaScriptEnabled: false })

test("a rental from another site occupies its days by name, and frees them without its calendar", async ({
  page,
  context,
  shop,
}) => {
  const [booked] = await shop.sql<{ number: number; product: string; name: string; day: string }>(`
    select number, product_id as product, products.name, last_day::text as day from bookings
      join products on products.id = product_id
    where status = 'confirmed' and last_day > current_date + 2 order by last_day limit 1`)
  if (!booked) throw new Error("The demonstration has no confirmed booking to come")
  let status = 200
  const site = createServer((_, response) => {
    const day = booked.day.replaceAll("-", "")
    response.writeHead(status)
    response.end(
      ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", `DTSTART;VALUE=DATE:${day}`, "END:VEVENT", "END:VCALENDAR"].join(
        "\r\n",
      ),
    )
  })
  await new Promise<void>((ready) => site.listen(0, "127.0.0.1", ready))
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/secret.ics`
  await shop.admit(context)
  await page.goto("/admin/availability/agendas")
  await expect(page.getByText("Aucun agenda d’ailleurs n’est suivi.")).toBeVisible()

  await page.getByLabel("Adresse de l’agenda (iCal)").fill(address)
  await page.getByRole("button", { name: "Suivre cet agenda" }).click()
  await expect(page.getByLabel("Adresse de l’agenda (iCal)")).toHaveValue(address)
  await page.getByLabel("Nom", { exact: true }).fill("Leboncoin")
  await page.locator("#outsideProduct").selectOption(booked.product)
  await page.getByText("Tout le produit", { exact: true }).click()
  await page.getByRole("button", { name: "Suivre cet agenda" }).click()
  await expect(page.getByText("Un événement à venir occupe ce produit.")).toBeVisible()
  await expect(page.locator("body")).not.toContainText("secret.ics")

  await page.goto("/admin/aujourdhui")
  await expect(page.getByText("Pris ailleurs et réservé ici")).toBeVisible()
  await expect(page.getByRole("link", { name: new RegExp(`n°\\s${booked.number}`) }).first()).toBeVisible()

  status = 404
  await page.goto("/admin/availability/agendas")
  await page.getByRole("button", { name: "Actualiser maintenant Leboncoin" }).click()
  await expect(page.getByText(/Depuis le .*l’agenda n’existe plus à cette adresse/)).toBeVisible()
  await page.getByRole("button", { name: "Retirer l’agenda Leboncoin" }).click()
  await expect(page.getByText("Aucun agenda d’ailleurs n’est suivi.")).toBeVisible()
  await page.goto("/admin/aujourdhui")
  await expect(page.getByText("Pris ailleurs et réservé ici")).toHaveCount(0)
  site.close()
})
