import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import type { Signature } from "../../domain/contracts/evidence.ts"
import { dayInParis } from "../../domain/day.ts"
import { makeCustomer, now } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { confirmEmailChange, startEmailChange } from "../accounts/auth/change-email.ts"
import { readBookingTimeline } from "../booking-record/timeline.ts"
import { db, transaction } from "../platform/database.server.ts"
import { databaseErrorCode } from "../platform/database/failures.ts"
import { readDueAmount } from "../money/finance/payments.ts"
import { users } from "../platform/schema/accounts.ts"
import { contracts } from "../platform/schema/bookings.ts"
import { bookingLinks, contractEvidenceDetails } from "../platform/schema/contracts.ts"
import { requestDuePayments } from "../money/payments/ask-payments.ts"
import { NOT_DUE } from "../platform/queue/sweep.ts"
import { listEvidence } from "./evidence.ts"
import { createBookingLink, revokeBookingLinks } from "../access/capability-links.ts"
import { readLink, readOwnContract } from "./read-link.ts"
import { deleteExpiredSigningCodes, requestSigningCode, proveByCode } from "./signing-code.ts"
import { recordInPersonSignature, signContract } from "./sign.ts"
import {
  bookingNow,
  makeConfirmedBooking,
  contractAt,
  signingForm,
  hours,
  minutes,
  queuedJobs,
  makeSentContract,
  shopWithTemplate,
  visit,
} from "../../tests/contracts/signing.ts"
import { sendContract } from "./send-contract.ts"
import { addContractVersion } from "./versions.ts"
import { cancelBooking, readTemplates } from "../../tests/ends.ts"
import { clearJobs } from "../../tests/harness/jobs.ts"

let camille: Staff
beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
  camille = await shopWithTemplate()
})

const at = hours(1)
const byLink = (secret: string) => ({ by: "link", secret }) as const
const kindOf = async (outcome: Promise<{ ok: boolean; error?: { kind: string } }>) => {
  const { ok, error } = await outcome
  return ok ? "ok" : error?.kind
}

async function lastCode(): Promise<string> {
  const mails = await queuedJobs("send-mail")
  const code = mails.flatMap(({ data }) => (data.template === "signing-code" ? [data.data.token] : [])).at(-1)
  if (!code) throw new Error("No code was mailed")
  return code
}

describe("the link in a mail", () => {
  test("the link opens any number of times and only records it; a scanner changes nothing (D56)", async () => {
    const { secret, contract, booking } = await makeSentContract(camille)
    const open = async () =>
      expect(await readLink(secret, visit, at)).toMatchObject({
        ok: true,
        value: { signing: { kind: "open", contract: { id: contract.id } } },
      })
    // A scanner and the reader may open the link at the same moment.
    await Promise.all(Array.from({ length: 5 }, open))
    await open()
    expect((await listEvidence(contract.id)).map(({ kind }) => kind)).toEqual(["made", "typeset", "sent", "opened"])
    expect((await bookingNow(booking.id)).status).toBe("confirmed")
    expect((await contractAt(booking.id, 1)).status).toBe("sent")
  })

  test("the link is stored as a hash only, expires, and can be revoked", async () => {
    const { secret, booking } = await makeSentContract(camille)
    const { rows } = await db.execute(sql`select booking_links::text as row from booking_links`)
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(await kindOf(readLink("0".repeat(36), visit, at))).toBe("unknown-link")
    expect(await kindOf(readLink(secret, visit, hours(24 * 200)))).toBe("ended-link")
    await transaction((tx) => revokeBookingLinks(tx, booking.id, at))
    expect(await kindOf(readLink(secret, visit, at))).toBe("ended-link")
    expect(await kindOf(signContract(byLink(secret), signingForm(await contractAt(booking.id, 1)), visit, at))).toBe(
      "ended-link",
    )
  })

  test("a link of another booking, or for reading only, signs nothing", async () => {
    const { contract } = await makeSentContract(camille)
    const other = await makeSentContract(camille)
    expect(await kindOf(signContract(byLink(other.secret), signingForm(contract), visit, at))).toBe("not-found")
    const reading = await transaction((tx) =>
      createBookingLink(tx, { booking: other.booking, purpose: "read", at: now }),
    )
    expect(await kindOf(signContract(byLink(reading.secret), signingForm(other.contract), visit, at))).toBe(
      "reads-only",
    )
    expect(await db.$count(contracts, eq(contracts.status, "signed"))).toBe(0)
  })
})

describe("signing a contract", () => {
  test("a signature by link signs the version, makes the first payment due and completes the trail (D26, D39)", async () => {
    const { secret, contract, booking, elena } = await makeSentContract(camille)
    expect(await readDueAmount(booking.id, at)).toBe(0)
    const signed = await signContract(byLink(secret), signingForm(contract), visit, at)
    expect(signed).toMatchObject({
      ok: true,
      value: { contract: { status: "signed", signedAt: at, signedHow: "link" }, booking: { contractDueAt: null } },
    })
    expect(await readDueAmount(booking.id, at)).toBe(7_500)
    expect(await readDueAmount(booking.id, new Date("2027-06-05T09:00:00Z"))).toBe(25_000)
    const [link] = await db.select().from(bookingLinks).where(eq(bookingLinks.purpose, "sign"))
    expect(link?.usedAt).toEqual(at)
    expect((await listEvidence(contract.id)).at(-1)).toMatchObject({
      kind: "signed",
      at,
      details: { how: "link", linkId: link?.id, sha256: contract.sha256, version: 1, ticks: { terms: true } },
      personal: {
        ...visit,
        name: "Elena Marchetti",
        email: elena.email,
        signature: { kind: "typed", text: "Elena Marchetti" },
      },
    })
    expect(await queuedJobs("seal-contract")).toMatchObject([{ data: { contractId: contract.id } }])
    // After the signature the link is read-only.
    expect(await readLink(secret, visit, hours(2))).toMatchObject({ ok: true, value: { signing: { kind: "signed" } } })
    expect(await kindOf(signContract(byLink(secret), signingForm(contract), visit, hours(2)))).toBe("already-signed")
  })

  test("signatures from several tabs at once are one", async () => {
    const { secret, contract } = await makeSentContract(camille)
    const kinds = await Promise.all(
      Array.from({ length: 6 }, () => kindOf(signContract(byLink(secret), signingForm(contract), visit, at))),
    )
    expect(kinds.toSorted()).toEqual([...Array.from({ length: 5 }, () => "already-signed"), "ok"])
    expect((await listEvidence(contract.id)).filter(({ kind }) => kind === "signed")).toHaveLength(1)
  })

  test("a replaced version cannot be signed, and the current one is displayed", async () => {
    const { secret, contract, booking } = await makeSentContract(camille)
    await transaction((tx) => addContractVersion(tx, booking.id, at))
    const next = await contractAt(booking.id, 2)
    expect(await signContract(byLink(secret), signingForm(contract), visit, at)).toMatchObject({
      ok: false,
      error: { kind: "replaced", contract: { id: next.id } },
    })
    // A different text under the right number cannot be signed either.
    expect(await kindOf(signContract(byLink(secret), signingForm(next, { sha256: contract.sha256 }), visit, at))).toBe(
      "ok",
    )
  })

  test("a text with another hash cannot be signed", async () => {
    const { secret, contract } = await makeSentContract(camille)
    const other = signingForm(contract, { sha256: "0".repeat(64) })
    expect(await kindOf(signContract(byLink(secret), other, visit, at))).toBe("replaced")
  })

  test("a signature racing a new version signs exactly the text that was read", async () => {
    for (let round = 0; round < 6; round++) {
      const { secret, contract, booking } = await makeSentContract(camille)
      const [signed] = await Promise.all([
        kindOf(signContract(byLink(secret), signingForm(contract), visit, at)),
        transaction((tx) => addContractVersion(tx, booking.id, at)),
      ])
      expect((await contractAt(booking.id, 1)).status).toBe(signed === "ok" ? "signed" : "replaced")
      expect((await contractAt(booking.id, 2)).status).toBe("prepared")
    }
  })

  test("a signature at the deadline is too late, whatever job has run, and after the booking's end (D12)", async () => {
    const { secret, contract, booking } = await makeSentContract(camille)
    const dueAt = contract.dueAt ?? now
    expect(await kindOf(signContract(byLink(secret), signingForm(contract), visit, dueAt))).toBe("overdue")
    expect((await readLink(secret, visit, dueAt)).ok && (await readLink(secret, visit, dueAt))).toMatchObject({
      value: { signing: { kind: "overdue" } },
    })
    await cancelBooking({ actor: camille, id: booking.id, from: "confirmed", at })
    expect(await kindOf(signContract(byLink(secret), signingForm(contract), visit, at))).toBe("ended")
  })

  test.each([
    ["without a signature", { signature: { kind: "typed", text: " " } }, "signature-missing"],
    ["without a name", { name: "  " }, "name-missing"],
    ["with a name that no document prints", { name: "Elena 🌻" }, "name-unprintable"],
    ["with a dot for a signature", { signature: { kind: "drawn", strokes: [[[0.5, 0.1]]] } }, "signature-missing"],
    [
      "drawn beyond its sheet",
      {
        signature: {
          kind: "drawn",
          strokes: [
            [
              [0, 0],
              [2, 0.1],
            ],
          ],
        },
      },
      "signature-unreadable",
    ],
    [
      "without the terms",
      { ticks: { terms: false, earlyPerformance: true, withdrawalLoss: true } },
      "terms-not-accepted",
    ],
    ["with the terms of another day", { termsVersion: "cgv-7" }, "terms-changed"],
    ["of no contract", { contractId: "00000000-0000-4000-8000-000000000000" }, "not-found"],
  ] as const)("a signature is refused: %s", async (_, values, kind) => {
    const { secret, contract } = await makeSentContract(camille)
    const form = signingForm(contract, values as Partial<{ signature: Signature }>)
    expect(await kindOf(signContract(byLink(secret), form, visit, at))).toBe(kind)
    expect((await listEvidence(contract.id)).map(({ kind: noted }) => noted)).toEqual(["made", "typeset", "sent"])
  })

  test("a consumer must tick both boxes for a performance inside the withdrawal period, nobody else (D33)", async () => {
    const soon = ["2027-05-08"] as const
    const { secret, contract, booking } = await makeSentContract(camille, {}, soon)
    const ticks = { terms: true, earlyPerformance: true, withdrawalLoss: false }
    expect(await signContract(byLink(secret), signingForm(contract), visit, at)).toMatchObject({
      error: { kind: "ticks-missing", missing: ["earlyPerformance", "withdrawalLoss"] },
    })
    expect(await signContract(byLink(secret), signingForm(contract, { ticks }), visit, at)).toMatchObject({
      error: { kind: "ticks-missing", missing: ["withdrawalLoss"] },
    })
    const both = { ...ticks, withdrawalLoss: true }
    expect(await kindOf(signContract(byLink(secret), signingForm(contract, { ticks: both }), visit, at))).toBe("ok")
    expect(await bookingNow(booking.id)).toMatchObject({
      earlyPerformanceRequestedAt: at,
      withdrawalLossAcknowledgedAt: at,
    })
    const business = await makeSentContract(camille, { clientType: "business" }, soon)
    expect(await kindOf(signContract(byLink(business.secret), signingForm(business.contract), visit, at))).toBe("ok")
  })

  test("a signature has an immutable trail that is stored completely (D52)", async () => {
    const { secret, contract } = await makeSentContract(camille)
    const waiting = await makeSentContract(camille)
    await signContract(byLink(secret), signingForm(contract), visit, at)
    const code = async (statement: ReturnType<typeof sql>) => {
      try {
        await db.execute(statement)
        return null
      } catch (error) {
        return databaseErrorCode(error)
      }
    }
    expect(await code(sql`update contract_evidence set kind = 'other'`)).toBe("23001")
    expect(await code(sql`delete from contract_evidence_details`)).toBe("23001")
    const erase = (contractId: string) =>
      code(
        sql`update contract_evidence_details set personal = null where evidence_id in (select id from contract_evidence where contract_id = ${contractId})`,
      )
    expect(await erase(contract.id)).toBe("23001")
    expect(await erase(waiting.contract.id)).toBe("23001")
    await cancelBooking({ actor: camille, id: waiting.booking.id, from: "confirmed", at })
    await db.update(contracts).set({ status: "void" }).where(eq(contracts.id, waiting.contract.id))
    expect(await erase(waiting.contract.id)).toBeNull()
    expect((await db.select().from(contractEvidenceDetails)).some(({ personal }) => personal === null)).toBe(true)
  })
})

test("a link mailed to an address is void once the account has another (D54, D56)", async () => {
  const { secret, contract, elena, booking } = await makeSentContract(camille)
  await db.insert(users).values({ id: elena.id, name: elena.name, email: elena.email, emailVerified: true })
  await requestSigningCode({ account: ownAccountParty(elena).account, contractId: contract.id, visit, at })
  const code = await lastCode()
  const email = "elena.neuve@exemple.example"
  await transaction((tx) => startEmailChange(tx, { userId: elena.id, email, by: camille }, at))
  const mails = (await queuedJobs("send-mail")).map(({ data }) => data)
  const tokens = mails.flatMap((mail) =>
    mail.template === "email-change-old" || mail.template === "email-change-new" ? [mail.data.token] : [],
  )
  expect(tokens).toHaveLength(2)
  for (const token of tokens) expect(await kindOf(confirmEmailChange(token, at))).toBe("ok")
  expect(await kindOf(signContract(byLink(secret), signingForm(contract), visit, at))).toBe("ended-link")
  expect(
    await kindOf(proveByCode({ account: ownAccountParty(elena).account, contractId: contract.id, code, visit, at })),
  ).toBe("ended-code")
  const events = await readBookingTimeline(booking.id)
  expect(events.at(-1)).toMatchObject({ action: "booking.links-closed", actorName: elena.name, details: { links: 1 } })
  expect((await contractAt(booking.id, 1)).status).toBe("sent")
})

describe("signing while signed in", () => {
  test.each([
    ["the account's own", true],
    ["another", false],
  ])("the mailed link confirms the address in a browser signed in to %s account only (D76)", async (_, isOwn) => {
    const { secret, contract, elena } = await makeSentContract(camille)
    await db.insert(users).values({ id: elena.id, name: elena.name, email: elena.email, emailVerified: false })
    const signer = { ...byLink(secret), visitorId: isOwn ? elena.id : camille.id }
    expect(await kindOf(signContract(signer, signingForm(contract), visit, at))).toBe("ok")
    expect(await db.select({ confirmed: users.emailVerified }).from(users).where(eq(users.id, elena.id))).toEqual([
      { confirmed: isOwn },
    ])
  })

  test("a six-digit code proves access to the account's mail before signing", async () => {
    const { contract, elena, booking } = await makeSentContract(camille)
    const account = ownAccountParty(elena).account
    await db.insert(users).values({ id: elena.id, name: elena.name, email: elena.email, emailVerified: false })
    const session = { by: "session", account } as const
    expect(await kindOf(signContract(session, signingForm(contract), visit, at))).toBe("not-proved")
    await requestSigningCode({ account, contractId: contract.id, visit, at })
    const code = await lastCode()
    expect(code).toMatch(/^\d{6}$/)
    const { rows } = await db.execute(sql`select signing_codes::text as row from signing_codes`)
    expect(JSON.stringify(rows)).not.toContain(code)
    const wrong = code === "000000" ? "000001" : "000000"
    expect(await proveByCode({ account, contractId: contract.id, code: wrong, visit, at })).toEqual({
      ok: false,
      error: { kind: "wrong-code", left: 4 },
    })
    expect(
      await proveByCode({
        account,
        contractId: contract.id,
        code: `${code.slice(0, 3)} ${code.slice(3)}`,
        visit,
        at: minutes(5, at),
      }),
    ).toMatchObject({ ok: true })
    expect(await db.select({ confirmed: users.emailVerified }).from(users)).toEqual([{ confirmed: true }])
    expect(await signContract(session, signingForm(contract), visit, minutes(6, at))).toMatchObject({
      ok: true,
      value: { contract: { signedHow: "code" } },
    })
    expect((await listEvidence(contract.id)).map(({ kind }) => kind)).toEqual([
      "made",
      "typeset",
      "sent",
      "code-sent",
      "code-refused",
      "code-proved",
      "signed",
    ])
    expect(await readOwnContract(elena.id, booking.id, visit, hours(2))).toMatchObject({ signing: { kind: "signed" } })
  })

  test("a code has five tries and ten minutes, and only the latest is valid", async () => {
    const { contract, elena } = await makeSentContract(camille)
    const account = ownAccountParty(elena).account
    await requestSigningCode({ account, contractId: contract.id, visit, at })
    const first = await lastCode()
    expect(
      await kindOf(proveByCode({ account, contractId: contract.id, code: first, visit, at: minutes(10, at) })),
    ).toBe("ended-code")
    const wrong = first === "000000" ? "000001" : "000000"
    const tries = await Promise.all(
      Array.from({ length: 9 }, () =>
        kindOf(proveByCode({ account, contractId: contract.id, code: wrong, visit, at })),
      ),
    )
    expect(tries.filter((kind) => kind === "wrong-code")).toHaveLength(5)
    expect(await kindOf(proveByCode({ account, contractId: contract.id, code: first, visit, at }))).toBe("ended-code")
    await requestSigningCode({ account, contractId: contract.id, visit, at: minutes(1, at) })
    expect(
      await kindOf(
        proveByCode({ account, contractId: contract.id, code: await lastCode(), visit, at: minutes(2, at) }),
      ),
    ).toBe("ok")
    expect(await kindOf(signContract({ by: "session", account }, signingForm(contract), visit, minutes(40, at)))).toBe(
      "not-proved",
    )
    expect(await deleteExpiredSigningCodes(minutes(2, at))).toBe(0)
    expect(await deleteExpiredSigningCodes(hours(2))).toBe(1)
  })

  test("a delegate cannot sign, whatever they may do for the account (D55)", async () => {
    const { contract, booking } = await makeSentContract(camille)
    const other = ownAccountParty(await makeCustomer()).account
    expect(await kindOf(requestSigningCode({ account: other, contractId: contract.id, visit, at }))).toBe("not-found")
    expect(await kindOf(proveByCode({ account: other, contractId: contract.id, code: "000000", visit, at }))).toBe(
      "not-found",
    )
    expect(await kindOf(signContract({ by: "session", account: other }, signingForm(contract), visit, at))).toBe(
      "not-found",
    )
    expect(await readOwnContract(other.id, booking.id, visit, at)).toBeNull()
  })

  test("the number of mailed codes is limited", async () => {
    const { contract, elena } = await makeSentContract(camille)
    const account = ownAccountParty(elena).account
    const kinds = []
    for (let count = 0; count < 7; count++)
      kinds.push(await kindOf(requestSigningCode({ account, contractId: contract.id, visit, at })))
    expect(kinds.slice(0, 4)).toEqual(["ok", "ok", "ok", "ok"])
    expect(kinds.at(-1)).toBe("wait")
  })
})

describe("a signature in person", () => {
  test("the owner records the signature of a customer without a mail, on paper or on the spot", async () => {
    const { booking } = await makeConfirmedBooking(camille, { email: "" })
    await sendContract({ bookingId: booking.id, confirmedAt: now.toISOString() }, minutes(1))
    const contract = await contractAt(booking.id, 1)
    const { signature: _typed, ...form } = signingForm(contract)
    const note = (values: object) =>
      recordInPersonSignature(
        camille,
        { ...form, how: "paper", signature: null, signedOn: "2027-05-01", ...values },
        visit,
        at,
      )
    expect(await kindOf(note({ signedOn: "2027-05-02" }))).toBe("in-the-future")
    expect(await kindOf(note({ how: "on-site" }))).toBe("signature-missing")
    expect(await kindOf(note({ name: "Elena 🌻" }))).toBe("name-unprintable")
    expect(await note({})).toMatchObject({ ok: true, value: { contract: { status: "signed", signedHow: "paper" } } })
    expect((await listEvidence(contract.id)).at(-1)).toMatchObject({
      kind: "signed-in-person",
      details: { how: "paper", administratorId: camille.id, signedOn: "2027-05-01" },
      personal: { name: "Elena Marchetti", signature: null },
    })
    expect(await kindOf(note({}))).toBe("already-signed")
    expect(await readDueAmount(booking.id, at)).toBe(7_500)
  })
})

test("the payment link goes out with the signature, however made, and the sweep does not repeat it", async () => {
  const [online, onPaper] = [await makeSentContract(camille), await makeSentContract(camille)]
  const paperForm = {
    ...signingForm(onPaper.contract),
    how: "paper",
    signature: null,
    signedOn: dayInParis(at),
  } as const
  expect(await kindOf(signContract(byLink(online.secret), signingForm(online.contract), visit, at))).toBe("ok")
  expect(await kindOf(recordInPersonSignature(camille, paperForm, visit, at))).toBe("ok")
  for (const { booking } of [online, onPaper]) {
    const countPaymentMails = async () =>
      (await readTemplates(booking.id)).filter((template) => template === "payment-asked").length
    expect(await countPaymentMails()).toBe(1)
    expect(await requestDuePayments.run(booking.id, minutes(90))).toBe(NOT_DUE)
    expect(await countPaymentMails()).toBe(1)
  }
})
