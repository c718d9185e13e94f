import { createHash } from "node:crypto"
import { buffer } from "node:stream/consumers"
import { beforeEach, expect, test } from "vitest"
import type { Staff } from "../../domain/accounts/party.ts"
import type { Signature } from "../../domain/contracts/evidence.ts"
import { now } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { storage } from "../platform/storage/current.server.ts"
import { CONTRACT_BUCKET } from "./contract-files.ts"
import { listEvidence } from "./evidence.ts"
import { readLink } from "./read-link.ts"
import { countLateSeals } from "./contract-queue.ts"
import { sealContract } from "./seal-contract.ts"
import { sendContract } from "./send-contract.ts"
import { recordInPersonSignature, signContract } from "./sign.ts"
import {
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
import { clearJobs } from "../../tests/harness/jobs.ts"

let camille: Staff
beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
  camille = await shopWithTemplate()
})

async function readHash(key: string | null): Promise<string> {
  const object = await (await storage()).get(CONTRACT_BUCKET, key ?? "")
  if (!object) throw new Error("The document is not in the storage")
  return createHash("sha256")
    .update(await buffer(object.body))
    .digest("hex")
}

test("a signed contract is sealed once, stored under its hash, and mailed to both", async () => {
  const { secret, contract, booking } = await makeSentContract(camille)
  expect(await readHash(contract.pdfKey)).toBe(contract.pdfSha256)
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
  await signContract({ by: "link", secret }, signingForm(contract, { signature }), visit, hours(1))
  // Half an hour after the signature the owner is alerted that the document is missing.
  expect(await countLateSeals(minutes(89))).toBe(0)
  expect(await countLateSeals(minutes(91))).toBe(1)
  const results = await Promise.all([1, 2, 3].map(() => sealContract({ contractId: contract.id }, minutes(61))))
  expect(results.toSorted()).toEqual(["sealed", "sealed before", "sealed before"])

  expect(await countLateSeals(minutes(91))).toBe(0)
  const sealed = await contractAt(booking.id, 1)
  expect(sealed).toMatchObject({ status: "signed", pdfSha256: contract.pdfSha256 })
  expect(await readHash(sealed.sealedKey)).toBe(sealed.sealedSha256)
  expect(sealed.sealedSha256).not.toBe(sealed.pdfSha256)
  expect((await listEvidence(contract.id)).map(({ kind }) => kind)).toEqual([
    "made",
    "typeset",
    "sent",
    "opened",
    "signed",
    "sealed",
  ])
  const mails = (await queuedJobs("send-mail")).filter(({ data }) => data.template.startsWith("contract-signed"))
  expect(mails.map(({ data }) => data.template).toSorted()).toEqual(["contract-signed", "contract-signed-owner"])
  for (const { data } of mails)
    expect(data.data).toMatchObject({
      extra: {
        document: { path: sealed.sealedKey, sha256: sealed.sealedSha256, fileName: `contrat-${booking.number}.pdf` },
        payUrl: expect.stringContaining("/payer/"),
      },
    })
})

test("an unsigned contract is not sealed", async () => {
  const { contract } = await makeSentContract(camille)
  await expect(sealContract({ contractId: contract.id }, hours(1))).rejects.toThrow("no signature")
  expect((await contractAt(contract.bookingId, 1)).sealedSha256).toBeNull()
})

test("a contract signed on paper is sealed with a note of it", async () => {
  const { booking } = await makeConfirmedBooking(camille, { email: "" })
  await sendContract({ bookingId: booking.id, confirmedAt: now.toISOString() }, minutes(1))
  const { signature: _typed, ...form } = signingForm(await contractAt(booking.id, 1))
  const paper = { ...form, how: "paper", signature: null, signedOn: "2027-05-01" } as const
  await recordInPersonSignature(camille, paper, visit, hours(1))
  expect(await sealContract({ contractId: form.contractId }, hours(1))).toBe("sealed")
})
