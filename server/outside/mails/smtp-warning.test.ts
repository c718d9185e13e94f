import { expect, onTestFinished, test } from "vitest"
import { smtpWarning } from "../../platform/mail/smtp.ts"
import { type Behaviour, smtpError, startSmtpStandIn } from "./smtp-stand-in.fixture.ts"

const impatient = { connection: 500, greeting: 500, silence: 500 }

async function warningFor(behaviour: Behaviour, user = ""): Promise<string | null> {
  const server = await startSmtpStandIn(behaviour)
  onTestFinished(() => server.stop())
  return smtpWarning(server.url.replace("smtp://", `smtp://${user}`), impatient)
}

test("a mail server that answers needs no warning", async () => {
  expect(await warningFor({})).toBeNull()
})

test("an unreachable mail server is named with its variable, without the password", async () => {
  expect(await smtpWarning("smtp://shop:hunter2@127.0.0.1:1", impatient)).toMatch(
    /^The mail server 127\.0\.0\.1:1 cannot be used \(SMTP_URL\), mails wait: .*ECONNREFUSED/,
  )
})

test("a refused password is in the warning, and is not shown", async () => {
  const warning = await warningFor(
    { onAuth: (_auth, _session, callback) => callback(smtpError(535, "Wrong password")) },
    "shop:hunter2@",
  )
  expect(warning).toMatch(/\(SMTP_URL\).*535 Wrong password/)
  expect(warning).not.toContain("hunter2")
})
