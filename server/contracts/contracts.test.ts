import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import {
  makeAdministrator,
  makeCustomer,
  makeFinanceSettings,
  makeOrder,
  makeProduct,
  now,
} from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { confirmBooking } from "../bookings/answer.ts"
import { placeBooking } from "../bookings/place.ts"
import { db } from "../platform/database.server.ts"
import { bookings, contractTemplates } from "../platform/schema/bookings.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { type ContractQuery, listContracts } from "./list.ts"
import {
  listTrialBookings,
  listContractTemplateVersions,
  publishContractTemplate,
  readContractTemplate,
  renderContract,
  unknownPlaceholders,
} from "./template.ts"

beforeEach(freshDatabase)

const text = { title: "Contrat", content: "Contrat n° {{reservation.numero}} de {{client.nom}}." }
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

async function editor(name = "Camille"): Promise<Staff> {
  return { kind: "administrator", id: (await makeAdministrator(name)).id, name }
}

async function confirmed(name: string, day: Day) {
  await makeFinanceSettings()
  const client = await makeCustomer({ name })
  const placed = await placeBooking({
    party: ownAccountParty(client),
    order: makeOrder((await makeProduct()).id, [day]),
    at: now,
  })
  if (!placed.ok) throw new Error("The booking was refused")
  const { id, number } = placed.value.booking
  await confirmBooking(await editor(), id, now)
  await db.update(bookings).set({ contractDueAt: null }).where(eq(bookings.id, id))
  return { id, number }
}

describe("the template of contracts", () => {
  test("each publication makes a new version, and the older ones stay readable", async () => {
    const camille = await editor()
    expect(await publishContractTemplate(camille, text, 0, now)).toMatchObject({ ok: true, value: { version: 1 } })
    expect(await publishContractTemplate(camille, { ...text, title: "Contrat de location" }, 1, now)).toMatchObject({
      ok: true,
      value: { version: 2 },
    })
    expect((await readContractTemplate())?.title).toBe("Contrat de location")
    expect((await readContractTemplate(1))?.title).toBe("Contrat")
    expect(await listContractTemplateVersions()).toMatchObject([
      { version: 2, by: "Camille" },
      { version: 1, by: "Camille" },
    ])
    expect(
      await db.select({ action: recordedEvents.action, details: recordedEvents.details }).from(recordedEvents),
    ).toMatchObject([{ action: "contract.template-published", details: { version: 1 } }, { details: { version: 2 } }])
  })

  test("no version can be changed or removed, even directly in the database @R-admin-contract-template", async () => {
    await publishContractTemplate(await editor(), text, 0, now)
    for (const change of [
      sql`update contract_templates set content = 'autre'`,
      sql`delete from contract_templates`,
      sql`truncate contract_templates`,
    ]) {
      await expect(db.execute(change)).rejects.toThrow()
    }
  })

  test("the second administrator reads the first one's publication, and concurrent ones make one version", async () => {
    const [camille, nora] = [await editor(), await editor("Nora")]
    await publishContractTemplate(camille, text, 0, now)
    expect(await publishContractTemplate(nora, { ...text, title: "Autre" }, 0, now)).toMatchObject({
      ok: false,
      error: { kind: "stale", by: "Camille", version: "1", fields: ["title"] },
    })
    const answers = await Promise.all(
      [camille, nora].map((who) => publishContractTemplate(who, { ...text, title: who.kind + who.name }, 1, now)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await db.$count(contractTemplates)).toBe(2)
  })

  test("an unknown placeholder, even in a conditional part, and an unchanged text are refused", async () => {
    const camille = await editor()
    expect(
      unknownPlaceholders(
        "{{client.nom}} {{client.surnom}} {{#si reservation.livree}}{{a}}{{sinon}}{{b}}{{/si}}{{#si client.nom}}",
      ),
    ).toEqual(expect.arrayContaining(["client.surnom", "a", "b", "#si client.nom"]))
    expect(await publishContractTemplate(camille, { ...text, content: "{{client.surnom}}" }, 0, now)).toEqual({
      ok: false,
      error: { kind: "unknown-placeholders", names: ["client.surnom"] },
    })
    await publishContractTemplate(camille, text, 0, now)
    expect(await publishContractTemplate(camille, text, 1, now)).toEqual({ ok: false, error: { kind: "unchanged" } })
  })

  test("the preview uses a real booking, with safe markup", async () => {
    const { id, number } = await confirmed("<img src=x onerror=alert(1)> **Zoé**", "2027-06-12")
    const html = await renderContract(`${text.content}<script>alert(1)</script>`, id, now)
    expect(html).toContain(`Contrat n° ${number} de`)
    expect(html).not.toMatch(/<script|<img|<strong>Zoé/)
    expect(await renderContract(text.content, null, now)).toContain("<em>client.nom</em>")
    expect(await renderContract(text.content, "00000000-0000-4000-8000-000000000000", now)).toContain(
      "<em>client.nom</em>",
    )
    expect((await listTrialBookings(id, now)).map((booking) => booking.id)).toEqual([id])
  })
})

describe("the list of contracts", () => {
  const coming: ContractQuery = {
    search: "",
    state: null,
    when: "coming",
    sort: "echeance",
    descending: false,
    page: 1,
  }

  test("the list shows the state of each confirmed booking's contract, the next deadline first", async () => {
    const [lila, marc, nora, omar, zoe, late] = [
      await confirmed("Lila", "2027-06-12"),
      await confirmed("Marc", "2027-06-13"),
      await confirmed("Nora", "2027-06-14"),
      await confirmed("Omar", "2027-06-15"),
      await confirmed("Zoé", "2027-06-16"),
      await confirmed("Trop tard", "2027-06-17"),
    ]
    const version = (bookingId: string, number: number, status: string, dueAt: Date | null) =>
      db.execute(sql`
        insert into contracts (booking_id, version, content, sha256, price_lines, total, agreement, status, sent_at, due_at, signed_at, signed_how)
        select id, ${number}, 'Contrat', encode(sha256('Contrat'), 'hex'), price_lines, total, agreement, ${status}::text,
          case when ${status}::text <> 'prepared' then ${now.toISOString()}::timestamptz end, ${dueAt?.toISOString() ?? null}::timestamptz,
          case ${status}::text when 'signed' then ${now.toISOString()}::timestamptz end, case ${status}::text when 'signed' then 'link' end
        from bookings where id = ${bookingId}`)
    await version(marc.id, 1, "sent", later(48))
    await version(nora.id, 1, "signed", null)
    await version(nora.id, 2, "sent", later(24))
    await version(omar.id, 1, "prepared", null)
    await version(zoe.id, 1, "signed", null)
    // An amendment that lapsed before any job recorded it.
    await version(zoe.id, 2, "sent", later(-1))
    // Unsigned in time, it counts as cancelled and leaves every list of confirmed bookings (D12).
    await version(late.id, 1, "sent", later(-1))
    const { rows } = await listContracts(coming, now)
    expect(rows.map(({ clientName, state, dueAt }) => [clientName, state, dueAt])).toEqual([
      ["Nora", "change-awaiting", later(24)],
      ["Marc", "awaiting", later(48)],
      ["Lila", "to-prepare", null],
      ["Omar", "to-hand-over", null],
      ["Zoé", "signed", null],
    ])
    expect(rows.map(({ signedAt }) => signedAt)).toEqual([now, null, null, null, now])
    for (const { state, clientName } of rows) {
      expect((await listContracts({ ...coming, state }, now)).rows.map((row) => row.clientName)).toEqual([clientName])
    }
    expect(
      (await listContracts({ ...coming, search: `${lila.number}` }, now)).rows.map(({ clientName }) => clientName),
    ).toEqual(["Lila"])
    expect((await listContracts({ ...coming, search: "nora" }, now)).total).toBe(1)
  })

  test("the list leaves out unconfirmed bookings, and past ones unless requested", async () => {
    const { id } = await confirmed("Lila", "2027-06-12")
    const [after] = [new Date("2027-06-13T09:00:00Z")]
    expect((await listContracts(coming, after)).total).toBe(0)
    expect((await listContracts({ ...coming, when: "over" }, after)).total).toBe(1)
    expect((await listContracts({ ...coming, when: "all" }, now)).total).toBe(1)
    await db.update(bookings).set({ status: "cancelled" }).where(eq(bookings.id, id))
    expect((await listContracts({ ...coming, when: "all" }, now)).total).toBe(0)
  })
})
