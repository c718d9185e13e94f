import { drizzleAdapter } from "better-auth/adapters/drizzle"
import { APIError } from "better-auth/api"
import { betterAuth } from "better-auth/minimal"
import { eq } from "drizzle-orm"
import { passwordMaximum, passwordMinimum } from "../../domain/accounts/password.ts"
import { db } from "../database.server.ts"
import { environment } from "../environment.server.ts"
import { log } from "../log.ts"
import { credentials, sessions, users, verifications } from "../schema/accounts.ts"
import { readAuthSecret } from "./secret.ts"

/** A session ends this long after it was last renewed. */
export const idleSeconds = 7 * 24 * 60 * 60
/** And this long after it was opened, whatever happens. The cookie lasts as long; the database decides (D16). */
export const absoluteSeconds = 30 * 24 * 60 * 60

/** The code of the refusal that a disabled account meets once its password was right. */
export const accountDisabled = "ACCOUNT_DISABLED"

/** A `__Host-` cookie can only be set by this very host, over https (OWASP ASVS 5). */
const cookiePrefix = environment.secure ? "__Host-guinguette" : "guinguette"
export const sessionCookie = `${cookiePrefix}.session_token`

let instance: Promise<Authentication> | null = null

/** The one authentication of this process, made when first asked for. Its own HTTP handler is never mounted. */
export function authentication(): Promise<Authentication> {
  instance ??= create().catch((error: unknown) => {
    instance = null
    throw error
  })
  return instance
}

export type Authentication = Awaited<ReturnType<typeof create>>

async function create() {
  const secret = await readAuthSecret()
  return { secret, auth: configure(secret) }
}

function configure(secret: string) {
  return betterAuth({
    appName: "Guinguette",
    baseURL: environment.origin,
    secret,
    telemetry: { enabled: false },
    logger: {
      level: "error",
      // Only the sentence: what comes with it may hold what somebody typed.
      log: (_level, message) => log.error(`Authentication: ${message}`),
    },
    database: drizzleAdapter(db, {
      provider: "pg",
      schema: { user: users, session: sessions, account: credentials, verification: verifications },
    }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordMinimum,
      maxPasswordLength: passwordMaximum,
    },
    session: {
      expiresIn: absoluteSeconds,
      // Renewal is ours (sessions.ts), because it must stop at the absolute end.
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    // Throttling is ours too, in the database (throttle.ts).
    rateLimit: { enabled: false },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            await refuseDisabled(session.userId)
            return { data: { ...session, expiresAt: new Date(Date.now() + idleSeconds * 1000) } }
          },
        },
      },
    },
    advanced: {
      cookiePrefix,
      // Otherwise the name would get the weaker prefix "__Secure-" in front.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/", secure: environment.secure },
      ipAddress: { ipAddressHeaders: ["x-client-address"] },
      database: { generateId: "uuid" },
    },
  })
}

async function refuseDisabled(userId: string): Promise<void> {
  const [user] = await db.select({ disabledAt: users.disabledAt }).from(users).where(eq(users.id, userId))
  if (user?.disabledAt) throw new APIError("FORBIDDEN", { code: accountDisabled, message: "This account is disabled" })
}
