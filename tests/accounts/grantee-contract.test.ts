import { createHash } from "node:crypto"
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { loader } from "../../app/site/account/booking/document/route.ts"
import { requestFrom } from "../../server/accounts/auth/accounts.fixture.ts"
import { openSession } from "../../server/accounts/auth/sessions.ts"
import { readVisitor } from "../../server/accounts/auth/visitor.ts"
import { sealContract } from "../../server/contracts/seal-contract.ts"
import { signContract } from "../../server/contracts/sign.ts"
import { db } from "../../server/platform/database.server.ts"
import { sharedAccounts, users } from "../../server/platform/schema/accounts.ts"
import type { profiles } from "../../server/platform/schema/accounts.ts"
import { startActingFor } from "../../server/accounts/sharing/act-for.ts"
import { contractAt, signingForm, hours, makeSentContract, shopWithTemplate, visit } from "../contracts/signing.ts"
import { makeCustomer } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { routeArgs } from "./browser.ts"

beforeAll(freshDatabase)

async function signedInRequest({ id, name, email }: typeof profiles.$inferSelect): Promise<Request> {
  await db.insert(users).values({ id, name, email, emailVerified: true })
  return requestFrom({ setCookies: await openSession(db, id, requestFrom(), new Date()) })
}

test("a delegate downloads the contract as it was read, and its holder with the signature's evidence (D55)", async () => {
  const made = await makeSentContract(await shopWithTemplate())
  const signed = await signContract({ by: "link", secret: made.secret }, signingForm(made.contract), visit, hours(1))
  if (!signed.ok) throw new Error(signed.error.kind)
  await sealContract({ contractId: made.contract.id }, hours(1))
  const contract = await contractAt(made.booking.id, 1)

  const owner = await signedInRequest(made.elena)
  const paul = await makeCustomer({ name: "Paul" })
  const grantee = await signedInRequest(paul)
  await db.insert(sharedAccounts).values({ ownerId: made.elena.id, sharedWithId: paul.id, permissions: ["view"] })
  const visitor = await readVisitor(grantee)
  if (!visitor || !(await startActingFor(visitor, made.elena.id))) throw new Error("Paul does not act for Elena")

  const number = String(made.booking.number)
  const download = async (from: Request) => {
    const request = new Request(new URL(`/account/bookings/${number}/contrat.pdf`, from.url), { headers: from.headers })
    const answer = await loader((await routeArgs(request, { number })) as unknown as Parameters<typeof loader>[0])
    const body = Buffer.from(await answer.arrayBuffer())
    return { type: answer.headers.get("content-type"), sha256: createHash("sha256").update(body).digest("hex") }
  }
  expect(contract.sealedSha256).not.toBe(contract.pdfSha256)
  expect(await download(owner)).toEqual({ type: "application/pdf", sha256: contract.sealedSha256 })
  expect(await download(grantee)).toEqual({ type: "application/pdf", sha256: contract.pdfSha256 })
  await db.delete(sharedAccounts).where(eq(sharedAccounts.sharedWithId, paul.id))
  await expect(download(grantee)).rejects.toBeDefined()
})
