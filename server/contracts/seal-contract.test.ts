import { createHash } from "node:crypto"
import { buffer } from "node:stream/consumers"
import { beforeEach, expect, test } from "vitest"
import type { Administrator } from "../../domain/accounts/party.ts"
import type { Signature } from "../../domain/contracts/evidence.ts"
import { now } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { storage } from "../platform/storage/current.server.ts"
import { CONTRACT_BUCKET } from "./contract-files.ts"
import { evidenceOf } from "./evidence.ts"
import { readLink } from "./read-link.ts"
import { lateSeals } from "./contract-queue.ts"
import { sealContract } from "./seal-contract.ts"
import { sendContract } from "./send-contract.ts"
import { noteSignedInPerson, signContract } from "./sign.ts"
import {
  confirmed,
  contractAt,
  formOf,
  hours,
  minutes,
  promised,
  sent,
  shopWithTemplate,
  visit,
} from "../../tests/contracts/signing.ts"
import { clearJobs } from "../../tests/harness/jobs.ts"

let camille: Administrator
beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
  camille = await shopWithTemplate()
})

async function hashOf(key: string | null): Promise<string> {
  const object = await (await storage()).get(CONTRACT_BUCKET, key ?? "")
  if (!object) throw new Error("The document is not in the storage")
  return createHash("sha256")
    .update(await buffer(object.body))
    .digest("hex")
}

test("a signed contract is sealed once, kept under its hash, and mailed to both with it", async () => {
  const { secret, contract, booking } = await sent(camille)
  expect(await hashOf(contract.pdfKey)).toBe(contract.pdfSha256)
  await readLink(secret, visit, hours(1))
  const signature: Signature = {
    kind: "drawn",
    strokes: [
      [
        [0.02, 0.2],
        [0.5, 0.1],
        [0.98, 0.25],
      ],
    ],
  }
  await signContract({ by: "link", secret }, formOf(contract, { signature }), visit, hours(1))
  // Half an hour later the owner hears that there is no document yet.
  expect(await lateSeals(minutes(89))).toBe(0)
  expect(await lateSeals(minutes(91))).toBe(1)
  const told = await Promise.all([1, 2, 3].map(() => sealContract({ contractId: contract.id }, minutes(61))))
  expect(told.toSorted()).toEqual(["sealed", "sealed before", "sealed before"])

  expect(await lateSeals(minutes(91))).toBe(0)
  const sealed = await contractAt(booking.id, 1)
  expect(sealed).toMatchObject({ status: "signed", pdfSha256: contract.pdfSha256 })
  expect(await hashOf(sealed.sealedKey)).toBe(sealed.sealedSha256)
  expect(sealed.sealedSha256).not.toBe(sealed.pdfSha256)
  expect((await evidenceOf(contract.id)).map(({ kind }) => kind)).toEqual([
    "made",
    "typeset",
    "sent",
    "opened",
    "signed",
    "sealed",
  ])
  const mails = (await promised("send-mail")).filter(({ data }) => data.template.startsWith("contract-signed"))
  expect(mails.map(({ data }) => data.template).toSorted()).toEqual(["contract-signed", "contract-signed-owner"])
  for (const { data } of mails)
    expect(data.data).toMatchObject({
      extra: {
        document: { path: sealed.sealedKey, sha256: sealed.sealedSha256, fileName: `contrat-${booking.number}.pdf` },
      },
    })
})

test("one that nobody signed is not sealed", async () => {
  const { contract } = await sent(camille)
  await expect(sealContract({ contractId: contract.id }, hours(1))).rejects.toThrow("no signature")
  expect((await contractAt(contract.bookingId, 1)).sealedSha256).toBeNull()
})

test("one that was signed on paper is sealed with the note of it", async () => {
  const { booking } = await confirmed(camille, { email: "" })
  await sendContract({ bookingId: booking.id, confirmedAt: now.toISOString() }, minutes(1))
  const { signature: _typed, ...form } = formOf(await contractAt(booking.id, 1))
  const paper = { ...form, how: "paper", signature: null, signedOn: "2027-05-01" } as const
  await noteSignedInPerson(camille, paper, visit, hours(1))
  expect(await sealContract({ contractId: form.contractId }, hours(1))).toBe("sealed")
})
