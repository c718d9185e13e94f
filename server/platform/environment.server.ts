import path from "node:path"
import { z } from "zod"

export const root = process.cwd()

export class EnvironmentProblem extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join("\n"))
    this.name = "EnvironmentProblem"
    this.lines = lines
  }
}

export type StorageSettings =
  | { readonly kind: "disk" }
  | {
      readonly kind: "s3"
      readonly endpoint: string | null
      readonly region: string
      readonly bucket: string
      readonly accessKeyId: string
      readonly secretAccessKey: string
      readonly forcePathStyle: boolean
    }

export interface Environment {
  readonly production: boolean
  readonly dataDir: string
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  readonly origin: string
  /** False when derived from HOST and PORT. */
  readonly isOriginConfigured: boolean
  readonly secure: boolean
  readonly hstsSubDomains: boolean
  /** Number of trusted reverse proxies; 0 trusts none. */
  readonly trustProxy: number
  /** null until an embedded cluster sets DATABASE_URL. */
  readonly databaseUrl: string | null
  /** That this process takes at most; null takes the usual number. */
  readonly databaseConnections: number | null
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
  /** PAYMENTS=demo (D27) */
  readonly paymentsDemo: boolean
  readonly geocoder: {
    readonly kind: "ban" | "google" | "offline"
    readonly url: string | null
    readonly googleMapsKey: string | null
  }
  readonly storage: StorageSettings
  readonly metricsToken: string | null
  /** How long /readyz answers 503 before a stopping process refuses visitors. */
  readonly drainSeconds: number
  readonly authSecret: string | null
  readonly signing: { readonly p12: string; readonly password: string } | null
  readonly tsaUrl: string | null
  /** Development only: allows outbound requests to this machine. */
  readonly outboundLocal: boolean
  /** Development and tests only: serves the page of all elements. */
  readonly showsElements: boolean
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

const booleanText = z
  .string()
  .refine((text) => /^(true|false|1|0)$/.test(text), "must be true or false")
  .transform((text) => text === "true" || text === "1")

const address = z.string().refine(httpAddress, "must be an address that starts with http:// or https://")

const variables = z.object({
  NODE_ENV: z.string().optional(),
  DATA_DIR: z.string().default("data").describe("the folder of the database, uploads, mails and keys"),
  HOST: z
    .string()
    .default("127.0.0.1")
    .describe("the interface to listen on; 0.0.0.0 opens the shop to other machines"),
  PORT: z
    .string()
    .refine((text) => wholeNumber(text, 0, 65535), "must be a whole number from 0 to 65535")
    .transform(Number)
    .default(3000)
    .describe("the port to listen on; 0 lets the system choose"),
  ORIGIN: address
    .refine((text) => !httpAddress(text) || new URL(text).pathname === "/", "must not have a path")
    .transform((text) => new URL(text).origin)
    .optional()
    .describe("the public address, as https://guinguette.example"),
  HSTS_SUBDOMAINS: booleanText.default(false).describe("true when every name under this one is https too"),
  TRUST_PROXY: z
    .string()
    .refine(
      (text) => /^(true|false)$/.test(text) || wholeNumber(text, 0, 10),
      "must be true, false or the number of proxies in front",
    )
    .transform((text) => (text === "true" ? 1 : text === "false" ? 0 : Number(text)))
    .default(0)
    .describe("true, or the number of proxies in front"),
  DATABASE_URL: z
    .string()
    .refine(
      schemes("postgres", "postgresql"),
      "must start with postgres:// or postgresql:// (its value is not shown, it may hold a password)",
    )
    .optional()
    .describe("a PostgreSQL of your own, as postgres://user:password@host/name"),
  DATABASE_CONNECTIONS: z
    .string()
    .refine((text) => wholeNumber(text, 10, 500), "must be a whole number from 10 to 500")
    .transform(Number)
    .optional()
    .describe("the most connections to PostgreSQL that a process takes, 10 or more"),
  SEED: z
    .enum(["demo", "none"], { error: "must be demo or none" })
    .optional()
    .describe("demo fills an empty database with the demonstration, none does not"),
  ROLE: z
    .enum(["all", "web", "worker"], { error: "must be web or worker, or absent for both" })
    .default("all")
    .describe("web serves pages only, worker runs jobs only"),
  ADMIN_EMAIL: z.email({ error: "must be an e-mail address" }).optional().describe("the first administrator"),
  ADMIN_PASSWORD: z
    .string()
    .min(12, "must have at least 12 characters")
    .optional()
    .describe("their password, 12 characters or more"),
  SMTP_URL: z
    .string()
    .refine(schemes("smtp", "smtps"), "must start with smtp:// or smtps:// (its value is not shown)")
    .optional()
    .describe("the mail server, as smtp://user:password@host:587"),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, "must be a secret key, which begins with sk_ or rk_ (its value is not shown)")
    .optional()
    .describe("card payment: the secret key of Stripe"),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, "must be a signing secret, which begins with whsec_ (its value is not shown)")
    .optional()
    .describe("the signing secret of its webhook"),
  STRIPE_API_BASE: address.optional().describe("another host for the same calls"),
  PAYMENTS: z
    .literal("demo", { error: "can only be demo" })
    .optional()
    .describe("demo lets anybody pay without a card"),
  GEOCODER: z
    .enum(["ban", "google", "offline"], { error: "must be ban, google or offline" })
    .default("offline")
    .describe("ban, google or offline"),
  GEOCODER_URL: address.optional().describe("another host for the geocoder"),
  GOOGLE_MAPS_KEY: z.string().optional().describe("needed by GEOCODER=google"),
  STORAGE: z
    .enum(["disk", "s3"], { error: "must be s3, or absent to keep files in DATA_DIR" })
    .default("disk")
    .describe("s3 keeps uploads in object storage"),
  S3_ENDPOINT: address.optional().describe("where it is, unless at AWS"),
  S3_REGION: z.string().default("us-east-1").describe("its region"),
  S3_BUCKET: z.string().optional().describe("needed by STORAGE=s3"),
  S3_ACCESS_KEY_ID: z.string().optional().describe("needed by STORAGE=s3"),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe("needed by STORAGE=s3"),
  S3_FORCE_PATH_STYLE: booleanText.optional().describe("true puts the bucket in the path"),
  METRICS_TOKEN: z.string().optional().describe("the bearer of GET /metrics"),
  DRAIN_SECONDS: z
    .string()
    .refine((text) => wholeNumber(text, 0, 300), "must be a whole number from 0 to 300")
    .transform(Number)
    .default(0)
    .describe("how long a stopping process still serves"),
  AUTH_SECRET: z
    .string()
    .min(32, "must have at least 32 characters (its value is not shown)")
    .optional()
    .describe("the secret of processes that share no DATA_DIR, 32 characters or more"),
  SIGNING_P12: z.string().optional().describe("the company's certificate, a PKCS #12 file"),
  SIGNING_P12_PASSWORD: z.string().default("").describe("its password"),
  TSA_URL: address.optional().describe("a time stamp authority (RFC 3161)"),
  OUTBOUND_LOCAL: booleanText
    .default(false)
    .describe("true lets typed addresses point to this machine, for development"),
  ELEMENTS: booleanText.optional(),
})

type Variables = z.output<typeof variables>

/** The text of `.env.example`. */
export function describeVariables(): string {
  const lines = Object.entries(variables.shape).flatMap(([name, schema]) => {
    if (schema.description === undefined) return []
    const usual: unknown = schema.safeParse(undefined).data
    return [`# ${schema.description}`, `#${name}=${usual === undefined ? "" : String(usual)}`, ""]
  })
  return lines.join("\n")
}

/** A secret must never reach a terminal or a log. */
const quotable =
  /^(DATA_DIR|HOST|PORT|ORIGIN|TRUST_PROXY|DATABASE_CONNECTIONS|SEED|ROLE|ADMIN_EMAIL|PAYMENTS|GEOCODER|DRAIN_SECONDS|STORAGE|S3_FORCE_PATH_STYLE)$/

/** Throws `EnvironmentProblem`. */
export function readEnvironment(source: Readonly<Record<string, string | undefined>>): Environment {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""))
  const parsed = variables.safeParse(present)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0])
      return `${name} ${issue.message}${quotable.test(name) ? ` (it is “${present[name]}”)` : ""}.`
    })
    throw new EnvironmentProblem([...new Set(lines)])
  }
  const value = parsed.data
  const missing = missingCompanions(value)
  if (missing.length > 0) throw new EnvironmentProblem(missing)

  const origin = value.ORIGIN ?? deriveOrigin(value.HOST, value.PORT)
  return Object.freeze({
    production: value.NODE_ENV === "production",
    dataDir: path.resolve(root, value.DATA_DIR),
    host: value.HOST,
    port: value.PORT,
    origin,
    isOriginConfigured: value.ORIGIN !== undefined,
    secure: origin.startsWith("https:"),
    hstsSubDomains: value.HSTS_SUBDOMAINS,
    trustProxy: value.TRUST_PROXY,
    databaseUrl: value.DATABASE_URL ?? null,
    databaseConnections: value.DATABASE_CONNECTIONS ?? null,
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
    storage: Object.freeze(readStorageSettings(value)),
    metricsToken: value.METRICS_TOKEN ?? null,
    drainSeconds: value.DRAIN_SECONDS,
    authSecret: value.AUTH_SECRET ?? null,
    signing: value.SIGNING_P12
      ? Object.freeze({ p12: path.resolve(root, value.SIGNING_P12), password: value.SIGNING_P12_PASSWORD })
      : null,
    tsaUrl: value.TSA_URL ?? null,
    outboundLocal: value.OUTBOUND_LOCAL,
    showsElements: value.ELEMENTS ?? value.NODE_ENV === "development",
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

function readStorageSettings(value: Variables): StorageSettings {
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

function deriveOrigin(host: string, port: number): string {
  const isLocal = ["127.0.0.1", "0.0.0.0", "::", "::1", "localhost"].includes(host)
  const name = isLocal ? "localhost" : host.includes(":") ? `[${host}]` : host
  return port === 80 ? `http://${name}` : `http://${name}:${port}`
}

export const environment: Environment = readEnvironment(process.env)
