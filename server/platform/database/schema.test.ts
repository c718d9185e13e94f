import { sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { fallbacks } from "../../../domain/catalog/product-fields.ts"
import type { Day } from "../../../domain/day.ts"
import { defaultDeliveryRule } from "../../../domain/delivery/delivery.ts"
import { occupyDay } from "../../../tests/unit-days.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makeProduct, now, usualTerms } from "../../../tests/factories.ts"
import { ownAccountParty } from "../../../domain/accounts/party.ts"
import { placeBooking } from "../../bookings/place.ts"
import { listUpcomingBookings } from "../../booking-record/queries.ts"
import { listProductChoices } from "../../catalog/queries.ts"
import { db } from "../database.server.ts"
import { databaseErrorCode } from "./failures.ts"

const refusedByACheck = "23514"

async function readErrorCode(statement: ReturnType<typeof sql>): Promise<string | null> {
  try {
    await db.execute(statement)
    return null
  } catch (error) {
    return databaseErrorCode(error) ?? "no database error"
  }
}

beforeAll(() => makeFinanceSettings())

test.each([
  [
    "profiles",
    "id email name role created_at street zip_code city phone client_type business_name business_siret business_vat business_contact_name",
    "@E-profiles",
  ],
  [
    "site_config",
    "id hero_title hero_description hero_image_url company_name company_logo_url company_icon company_address company_phone company_email company_siret company_rcs google_business_id instagram_url site_title site_description",
    "@E-site-config",
  ],
  [
    "products",
    "id name description price image_url features is_active manual_url photo_pack_price photo_pack_quantity created_at",
    "@E-products",
  ],
  [
    "product_options",
    "id product_id parent_option_id name description price unit image_url quantity_step min_quantity max_quantity created_at updated_at",
    "@E-product-options",
  ],
  ["product_manuals", "product_id content", "@E-product-manuals"],
  ["available_dates", "product_id date is_available", "@E-available-dates"],
  [
    "bookings",
    "id user_id product_id dates status total options is_delivery address distance delivery_fee created_at updated_at",
    "@E-bookings",
  ],
  // Versions replaced the one contract of each booking (decision 13).
  ["contracts", "booking_id content", "@E-booking-contracts"],
  ["carts", "id user_id expires_at created_at", "@E-carts"],
  ["cart_items", "id cart_id product_id dates options photo_packs", "@E-cart-items"],
  ["about_page_content", "id title content image_url", "@E-about"],
  ["services_page_content", "id title content", "@E-services"],
  ["services_page_images", "id image_url caption order", "@E-services-images"],
  ["finance_settings", "id delivery_fee_per_km free_delivery_threshold", "@E-finance"],
  ["shared_accounts", "id owner_id shared_with_id permissions", "@E-shared-accounts"],
  ["contact_messages", "name email phone message", "@E-contact-messages"],
])("the table %s has its specified columns", async (table, columns) => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table}`,
  )
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(columns.split(" ")))
})

test.each([
  ["finance_settings", "delivery_fee_per_km", defaultDeliveryRule.feePerKm],
  ["finance_settings", "free_delivery_threshold", defaultDeliveryRule.freeThresholdKm],
  ["products", "photo_pack_price", fallbacks.photoPackPrice],
  ["products", "photo_pack_quantity", fallbacks.photoPackQuantity],
])("the database gives %s.%s its default from the domain", async (table, column, expected) => {
  const { rows } = await db.execute<{ value: string }>(sql`
    select column_default as value from information_schema.columns where table_name = ${table} and column_name = ${column}`)
  expect(rows.map(({ value }) => Number(value))).toEqual([expected])
})

describe("the column updated_at", () => {
  test("the database sets updated_at in every table that has it @S-status-updated", async () => {
    const { rows } = await db.execute<{ name: string; maintained: boolean }>(sql`
      select table_name as name, exists (
        select 1 from pg_trigger join pg_proc on pg_proc.oid = tgfoid
        where tgrelid = format('%I.%I', table_schema, table_name)::regclass and proname in ('touch_updated_at', 'touch_edited_row')
          and (tgtype & 2) > 0 and (tgtype & 16) > 0) as maintained
      from information_schema.columns where column_name = 'updated_at' and table_schema = 'public' order by 1`)
    expect(rows.map(({ name }) => name)).toContain("bookings")
    expect(rows.filter(({ maintained }) => !maintained)).toEqual([])
  })

  test("a change of a booking's status always moves updated_at, whatever the statement sets @S-status-updated", async () => {
    const product = await makeProduct()
    const placed = await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder(product.id, ["2027-06-12"]),
      at: now,
    })
    if (!placed.ok) throw new Error(placed.error.kind)
    const { id, updatedAt } = placed.value.booking
    const { rows } = await db.execute<{ moved: boolean }>(sql`
      update bookings set status = 'confirmed', agreement = ${JSON.stringify(usualTerms)}, updated_at = '2000-01-01' where id = ${id}
      returning updated_at > ${updatedAt.toISOString()}::timestamptz as moved`)
    expect(rows).toEqual([{ moved: true }])
  })
})

test("no function takes a table's row type, because PostgreSQL 15.20 could then not rewrite the table", async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select proc.oid::regprocedure as name from pg_proc proc cross join unnest(proargtypes) argument
      join pg_type on pg_type.oid = argument join pg_class on pg_class.oid = typrelid
    where pronamespace = 'public'::regnamespace and relkind in ('r', 'p')`)
  expect(rows).toEqual([])
})

describe("the database's own constraints", () => {
  test.each(["site_config", "about_page_content", "services_page_content", "finance_settings"])(
    "a second row of %s is refused @E-site-config-single",
    async (table) => {
      const texts = table.endsWith("_content") ? sql`(id, title, content) values (2, 't', 'c')` : sql`(id) values (2)`
      expect(await readErrorCode(sql`insert into ${sql.identifier(table)} ${texts}`)).toBe(refusedByACheck)
    },
  )

  test("a daily price that is negative or not in whole euros is refused @K-whole-euros", async () => {
    for (const price of [25_050, -100])
      expect(await readErrorCode(sql`insert into products (name, price) values ('Essai', ${price})`)).toBe(
        refusedByACheck,
      )
    expect(await readErrorCode(sql`insert into products (name, price) values ('Essai', 25000)`)).toBeNull()
  })

  test("a grant without permission, with an unknown one, or to oneself is refused @K-sharing", async () => {
    const [owner, friend] = [await makeCustomer(), await makeCustomer()]
    const share = (withWhom: string, permissions: string) =>
      readErrorCode(
        sql`insert into shared_accounts (owner_id, shared_with_id, permissions) values (${owner.id}, ${withWhom}, ${permissions}::text[])`,
      )
    expect(await share(friend.id, "{}")).toBe(refusedByACheck)
    expect(await share(friend.id, "{view,delete}")).toBe(refusedByACheck)
    expect(await share(owner.id, "{view}")).toBe(refusedByACheck)
    expect(await share(friend.id, "{view,book}")).toBeNull()
  })

  test("a hold's line on any other occupancy is refused", async () => {
    const product = await makeProduct()
    expect(await readErrorCode(occupyDay(product.id, "2027-06-12", { cart_item_id: sql`gen_random_uuid()` }))).toBe(
      refusedByACheck,
    )
  })
})

describe("the lists of the back office", () => {
  test("the product list has every product that is not archived, active or not, by name @C-products-all", async () => {
    const names = ["Zèbre", "Abeille", "Merle"]
    for (const [index, name] of names.entries()) {
      await makeProduct({ name, isActive: index === 0, ...(index === 2 ? { archivedAt: now } : {}) })
    }
    const listed = (await listProductChoices()).map(({ name }) => name).filter((name) => names.includes(name))
    expect(listed).toEqual(["Abeille", "Zèbre"])
  })

  test("the upcoming list has confirmed bookings whose first date is not past, the nearest first @S-upcoming", async () => {
    const product = await makeProduct({ stock: 9 })
    const customer = await makeCustomer()
    const orders: Day[][] = [["2027-06-14"], ["2027-06-12", "2027-06-13"], ["2027-06-11", "2027-06-12"], ["2027-06-20"]]
    for (const days of orders) {
      const placed = await placeBooking({
        party: ownAccountParty(customer),
        order: makeOrder(product.id, days),
        at: now,
      })
      if (!placed.ok) throw new Error(placed.error.kind)
      if (days[0] !== "2027-06-20")
        await db.execute(
          sql`update bookings set status = 'confirmed', agreement = ${JSON.stringify(usualTerms)} where id = ${placed.value.booking.id}`,
        )
    }
    const upcoming = await listUpcomingBookings("2027-06-12", { productId: product.id, limit: 50 })
    expect(upcoming.map(({ firstDay }) => firstDay)).toEqual(["2027-06-12", "2027-06-14"])
  })
})

test("the stock is the number of units in service, whichever of the two is written", async () => {
  const product = await makeProduct({ stock: 2 })
  const read = async () =>
    (
      await db.execute(sql`
        select stock, array(select number::integer from units where product_id = products.id and retired_on is null order by 1)
          as units from products where id = ${product.id}`)
    ).rows[0]
  await db.execute(sql`update products set stock = 4 where id = ${product.id}`)
  expect(await read()).toEqual({ stock: 4, units: [1, 2, 3, 4] })
  await db.execute(sql`update products set stock = 1 where id = ${product.id}`)
  expect(await read()).toEqual({ stock: 1, units: [1] })
  await db.execute(sql`update units set retired_on = null where product_id = ${product.id} and number = 2`)
  expect(await read()).toEqual({ stock: 2, units: [1, 2] })
  const retire = sql`update units set retired_on = '2027-06-12' where product_id = ${product.id}`
  expect(await readErrorCode(retire)).toBe(refusedByACheck)
})
