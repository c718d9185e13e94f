import { expect, test } from "vitest"
import { choosePassword } from "../../server/accounts/auth/choose-password.ts"
import { requestFrom } from "../../server/accounts/auth/accounts.fixture.ts"
import { signIn } from "../../server/accounts/auth/sign-in.ts"
import { confirmVerification, readVerification } from "../../server/accounts/auth/verify-email.ts"
import { readVisitor } from "../../server/accounts/auth/visitor.ts"
import { pool } from "../../server/platform/database.server.ts"
import { migrate, readMigrations } from "../../server/platform/database/migrate.ts"
import { hashAsInProduction } from "../harness/hashing.ts"

hashAsInProduction()

/** Rows as better-auth 1.7.25 wrote them: a shop may hold some older than migration 0017. */
const before = {
  userId: "59f139cf-0337-4f05-b7a7-db59b0283e3f",
  email: "camille@exemple.fr",
  password: "le bal du 14 été",
  hash: "17f2bac18522b29bf5ff96533578ff28:a7975b163df12ca4be106c0af1f61d8e5ef82ad4c8ed1ba65f33e65c1f92ed76751fdb3269496962968e1b55dfab484d6b21d4011ff89a8b511767fca92e0695",
  token: "hrfvB5ThMEhM6llk8l5FGoV7rzKulX6f",
  cookie: "guinguette.session_token=hrfvB5ThMEhM6llk8l5FGoV7rzKulX6f.xIGlMA2%2BV0qXYgYGwDTRK0bXBSxaCmVxyF3fttCggkk%3D",
  passwordLink: { token: "a".repeat(36), digest: "IsHSS80D6a7pgy78zW2mE_xwJ5MXjl8SyUXHtn3dqTM" },
  verificationLink: { token: "b".repeat(36), digest: "yu6-VYpYpfmzt4Y8GY_6gTYMbw5kUogYdot5zBE5LD0" },
}

test("sessions, passwords and mailed links from before migration 0017 stay valid after it", async () => {
  const migrations = await readMigrations()
  const first = migrations.findIndex(({ name }) => name === "0017_auth.sql")
  await pool.query("drop schema public cascade; create schema public")
  await migrate(pool, migrations.slice(0, first))
  const { userId, email, hash, token } = before
  await pool.query("insert into users (id, name, email) values ($1, 'Camille', $2)", [userId, email])
  await pool.query("insert into sessions (token, user_id, expires_at) values ($1, $2, now() + interval '7 days')", [
    token,
    userId,
  ])
  await pool.query(
    "insert into credentials (user_id, account_id, provider_id, password) values ($1::uuid, $1::uuid::text, 'credential', $2)",
    [userId, hash],
  )
  for (const [purpose, link] of [
    ["password-link", before.passwordLink],
    ["email-verification", before.verificationLink],
  ] as const)
    await pool.query(
      "insert into verifications (identifier, value, expires_at) values ($1, $2, now() + interval '1 hour')",
      [`${purpose}:${userId}:${email}`, link.digest],
    )
  await migrate(pool, migrations)

  const request = requestFrom()
  request.headers.set("cookie", before.cookie)
  expect((await readVisitor(request))?.user).toMatchObject({ id: userId, email })
  const { rows } = await pool.query("select * from sessions")
  expect(JSON.stringify(rows)).not.toContain(token)
  expect((await signIn({ email, password: before.password }, requestFrom())).ok).toBe(true)
  expect((await signIn({ email, password: "le bal du 14 août" }, requestFrom())).ok).toBe(false)
  expect(await readVerification(before.verificationLink.token, requestFrom(), new Date())).toMatchObject({
    ok: true,
    value: { email },
  })
  expect((await confirmVerification(before.verificationLink.token, requestFrom(), new Date())).ok).toBe(true)
  expect(await choosePassword(before.passwordLink.token, "guirlandes et accordéon")).toMatchObject({
    ok: true,
    value: { email },
  })
  expect(await readVisitor(request)).toBeNull()
})
