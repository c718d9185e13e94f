import { beforeEach, expect, test } from "vitest"
import { readToday } from "../../app/admin/today/load.server.ts"
import { Alarms } from "../../app/admin/today/shop-state.tsx"
import { certificateEndsAt, signingCertificate } from "../../server/platform/documents/certificate.ts"
import { placedAt, placeTestRequest } from "../ends.ts"
import { makeAdministrator } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { renderPart } from "../harness/render-part.ts"

beforeEach(freshDatabase)

const DAY = 86_400_000

async function alarmsAt(now: Date): Promise<string> {
  return renderPart(Alarms, await readToday((await makeAdministrator()).id, null, now))
}

test("the sealing certificate's end is announced 60 days before, and no sooner", async () => {
  await signingCertificate(new Date("2027-01-01T08:00:00Z"))
  const ends = await certificateEndsAt()
  if (ends === null) throw new Error("There is no certificate")
  const before = (days: number) => new Date(ends.getTime() - days * DAY)
  expect(await alarmsAt(before(61))).not.toContain("certificat")
  expect(await alarmsAt(before(59))).toContain("Le certificat de vos contrats prend fin le")
})

test("an overdue automatic task is announced once it is late", async () => {
  await placeTestRequest()
  const due = (days: number) => new Date(placedAt.getTime() + days * DAY)
  expect(await alarmsAt(due(0))).not.toContain("Des tâches automatiques ont du retard")
  expect(await alarmsAt(due(9))).toContain("Des tâches automatiques ont du retard")
})
