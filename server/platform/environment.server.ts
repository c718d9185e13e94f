import path from "node:path"
import { z } from "zod"

/** The package's root. Every command in bin/ starts its process there. */
export const root = process.cwd()

/** A variable has a value that cannot be used. `lines` holds one sentence per variable, fit for an operator. */
export class EnvironmentProblem extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join("\n"))
    this.name = "EnvironmentProblem"
    this.lines = lines
  }
}

export type Storage =
  | { readonly kind: "disk" }
  | {
      readonly kind: "s3"
      readonly endpoint: string | null
      readonly region: string
      readonly bucket: string
      readonly accessKeyId: string
      readonly secretAccessKey: string
      /** True for servers such as MinIO, that name the bucket in the path and not in the host. */
      readonly forcePathStyle: boolean
    }

export interface Environment {
  readonly production: boolean
  /** Absolute. */
  readonly dataDir: string
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  /** The public address, without a final slash. */
  readonly origin: string
  /** False when `origin` was only derived from HOST and PORT: then the shop may be reached by other names too. */
  readonly originGiven: boolean
  /** Cookies are Secure when the public address is https. */
  readonly secure: boolean
  /** True when HSTS_SUBDOMAINS says that every other name under ours is https too. */
  readonly hstsSubDomains: boolean
  /** How many reverse proxies in front of us are believed about the visitor's address; 0 believes none. */
  readonly trustProxy: number
  /** Null until an embedded cluster has been started and has set DATABASE_URL. */
  readonly databaseUrl: string | null
  readonly seed: "demo" | "none"
  readonly role: "all" | "web" | "worker"
  readonly adminEmail: string | null
  readonly adminPassword: string | null
  readonly smtpUrl: string | null
  readonly stripe: {
    readonly secretKey: string
    readonly webhookSecret: string | null
    readonly apiBase: string | null
  } | null
  /** True when PAYMENTS=demo asks for the demonstration payment on purpose (D27). */
  readonly paymentsDemo: boolean
  readonly geocoder: {
    readonly kind: "ban" | "google" | "offline"
    readonly url: string | null
    readonly googleMapsKey: string | null
  }
  readonly storage: Storage
  readonly metricsToken: string | null
  /** What session cookies are signed with; null: a file of DATA_DIR (see server/platform/secrets/secret.ts). */
  readonly authSecret: string | null
  /** The company's own certificate for the seal of documents, a PKCS #12 file; null: one of ours (certificate.ts). */
  readonly signing: { readonly p12: string; readonly password: string } | null
  /** A time stamp authority (RFC 3161) for the seal. */
  readonly tsaUrl: string | null
  /** True while developing: addresses of this machine and other ports may be asked (server/platform/outbound). */
  readonly outboundLocal: boolean
}

const wholeNumber = (text: string, min: number, max: number) =>
  /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max

const httpAddress = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && (url.protocol === "http:" || url.protocol === "https:")
}

const schemes =
  (...names: string[]) =>
  (text: string) =>
    names.some((name) => text.startsWith(`${name}://`))

const yes = z
  .string()
  .refine((text) => /^(true|false|1|0)$/.test(text), "must be true or false")
  .transform((text) => text === "true" || text === "1")

const address = z.string().refine(httpAddress, "must be an address that starts with http:// or https://")

/** The variables of an operator, by name; an empty one counts as absent. */
const variables = z.object({
  NODE_ENV: z.string().optional(),
  DATA_DIR: z.string().default("data"),
  HOST: z.string().default("127.0.0.1"),
  PORT: z
    .string()
    .refine((text) => wholeNumber(text, 0, 65535), "must be a whole number from 0 to 65535")
    .transform(Number)
    .default(3000),
  ORIGIN: address
    .refine((text) => !httpAddress(text) || new URL(text).pathname === "/", "must not have a path")
    .transform((text) => new URL(text).origin)
    .optional(),
  HSTS_SUBDOMAINS: yes.default(false),
  TRUST_PROXY: z
    .string()
    .refine(
      (text) => /^(true|false)$/.test(text) || wholeNumber(text, 0, 10),
      "must be true, false or the number of proxies in front",
    )
    .transform((text) => (text === "true" ? 1 : text === "false" ? 0 : Number(text)))
    .default(0),
  DATABASE_URL: z
    .string()
    .refine(
      schemes("postgres", "postgresql"),
      "must start with postgres:// or postgresql:// (its value is not shown, it may hold a password)",
    )
    .optional(),
  SEED: z.enum(["demo", "none"], { error: "must be demo or none" }).optional(),
  ROLE: z.enum(["all", "web", "worker"], { error: "must be web or worker, or absent for both" }).default("all"),
  ADMIN_EMAIL: z.email({ error: "must be an e-mail address" }).optional(),
  ADMIN_PASSWORD: z.string().min(12, "must have at least 12 characters").optional(),
  SMTP_URL: z
    .string()
    .refine(schemes("smtp", "smtps"), "must start with smtp:// or smtps:// (its value is not shown)")
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, "must be a secret key, which begins with sk_ or rk_ (its value is not shown)")
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, "must be a signing secret, which begins with whsec_ (its value is not shown)")
    .optional(),
  STRIPE_API_BASE: address.optional(),
  PAYMENTS: z.literal("demo", { error: "can only be demo" }).optional(),
  GEOCODER: z.enum(["ban", "google", "offline"], { error: "must be ban, google or offline" }).default("offline"),
  GEOCODER_URL: address.optional(),
  GOOGLE_MAPS_KEY: z.string().optional(),
  STORAGE: z.enum(["disk", "s3"], { error: "must be s3, or absent to keep files in DATA_DIR" }).default("disk"),
  S3_ENDPOINT: address.optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: yes.optional(),
  METRICS_TOKEN: z.string().optional(),
  AUTH_SECRET: z.string().min(32, "must have at least 32 characters (its value is not shown)").optional(),
  SIGNING_P12: z.string().optional(),
  SIGNING_P12_PASSWORD: z.string().default(""),
  TSA_URL: address.optional(),
  OUTBOUND_LOCAL: yes.default(false),
})

type Variables = z.output<typeof variables>

/** What a problem may quote: a secret never reaches a terminal or a log. */
const quotable =
  /^(DATA_DIR|HOST|PORT|ORIGIN|TRUST_PROXY|SEED|ROLE|ADMIN_EMAIL|PAYMENTS|GEOCODER|STORAGE|S3_FORCE_PATH_STYLE)$/

/** Reads the operator's variables. Throws `EnvironmentProblem` with a line for each one that cannot be used. */
export function readEnvironment(source: Readonly<Record<string, string | undefined>>): Environment {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""))
  const parsed = variables.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0])
      return `${name} ${issue.message}${quotable.test(name) ? ` (it is “${given[name]}”)` : ""}.`
    })
    throw new EnvironmentProblem([...new Set(lines)])
  }
  const value = parsed.data
  const missing = missingCompanions(value)
  if (missing.length > 0) throw new EnvironmentProblem(missing)

  const origin = value.ORIGIN ?? derivedOrigin(value.HOST, value.PORT)
  return Object.freeze({
    production: value.NODE_ENV === "production",
    dataDir: path.resolve(root, value.DATA_DIR),
    host: value.HOST,
    port: value.PORT,
    origin,
    originGiven: value.ORIGIN !== undefined,
    secure: origin.startsWith("https:"),
    hstsSubDomains: value.HSTS_SUBDOMAINS,
    trustProxy: value.TRUST_PROXY,
    databaseUrl: value.DATABASE_URL ?? null,
    seed: value.SEED ?? (value.DATABASE_URL ? "none" : "demo"),
    role: value.ROLE,
    adminEmail: value.ADMIN_EMAIL ?? null,
    adminPassword: value.ADMIN_PASSWORD ?? null,
    smtpUrl: value.SMTP_URL ?? null,
    stripe: value.STRIPE_SECRET_KEY
      ? Object.freeze({
          secretKey: value.STRIPE_SECRET_KEY,
          webhookSecret: value.STRIPE_WEBHOOK_SECRET ?? null,
          apiBase: value.STRIPE_API_BASE ?? null,
        })
      : null,
    paymentsDemo: value.PAYMENTS === "demo",
    geocoder: Object.freeze({
      kind: value.GEOCODER,
      url: value.GEOCODER_URL ?? null,
      googleMapsKey: value.GOOGLE_MAPS_KEY ?? null,
    }),
    storage: Object.freeze(storage(value)),
    metricsToken: value.METRICS_TOKEN ?? null,
    authSecret: value.AUTH_SECRET ?? null,
    signing: value.SIGNING_P12
      ? Object.freeze({ p12: path.resolve(root, value.SIGNING_P12), password: value.SIGNING_P12_PASSWORD })
      : null,
    tsaUrl: value.TSA_URL ?? null,
    outboundLocal: value.OUTBOUND_LOCAL,
  })
}

function missingCompanions(value: Variables): string[] {
  const lines: string[] = []
  if (value.GEOCODER === "google" && !value.GOOGLE_MAPS_KEY) lines.push("GEOCODER=google needs GOOGLE_MAPS_KEY.")
  if (value.STORAGE === "s3") {
    for (const name of ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const) {
      if (!value[name]) lines.push(`STORAGE=s3 needs ${name}.`)
    }
  }
  return lines
}

function storage(value: Variables): Storage {
  if (value.STORAGE === "disk") return { kind: "disk" }
  return {
    kind: "s3",
    endpoint: value.S3_ENDPOINT ?? null,
    region: value.S3_REGION,
    bucket: value.S3_BUCKET ?? "",
    accessKeyId: value.S3_ACCESS_KEY_ID ?? "",
    secretAccessKey: value.S3_SECRET_ACCESS_KEY ?? "",
    forcePathStyle: value.S3_FORCE_PATH_STYLE ?? value.S3_ENDPOINT !== undefined,
  }
}

/** A person types "localhost", not the address of the interface we listen on. */
function derivedOrigin(host: string, port: number): string {
  const local = ["127.0.0.1", "0.0.0.0", "::", "::1", "localhost"].includes(host)
  const name = local ? "localhost" : host.includes(":") ? `[${host}]` : host
  return port === 80 ? `http://${name}` : `http://${name}:${port}`
}

export const environment: Environment = readEnvironment(process.env)
