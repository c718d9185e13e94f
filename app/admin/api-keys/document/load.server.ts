import { apiScopeLabels } from "../../../../domain/api/api-key.ts"
import { canonicalUrl } from "../../../http/canonical.server.ts"
import { openApiDocument } from "../../../machine/api/document.server.ts"
import { operations } from "../../../machine/api/operations.server.ts"

export type FieldView = { name: string; type: string; required: boolean; about: string }
export type OperationView = {
  id: string
  method: string
  path: string
  summary: string
  scope: string
  takes: FieldView[]
  answers: FieldView[]
  refusals: { status: string; about: string }[]
  example: string
}

/** As much of JSON Schema as the API's own schemas use. */
type Schema = {
  type?: string
  format?: string
  pattern?: string
  description?: string
  enum?: readonly unknown[]
  default?: unknown
  minimum?: number
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
}
type Described = {
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: { "application/json": { schema: Schema } } }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}

/** The API's document, operation by operation, for who reads. */
export function readDocument(): { address: string; operations: OperationView[] } {
  const address = canonicalUrl("/api/v1")
  const paths = openApiDocument().paths as Record<string, Record<string, Described>>
  return {
    address,
    operations: operations.flatMap(({ id, method, path, summary, scope, status }) => {
      const described = paths[path]?.[method.toLowerCase()]
      if (!described) return []
      const { parameters, requestBody, responses } = described
      const body = requestBody?.content["application/json"].schema
      const answer = responses[String(status)]?.content?.["application/json"]?.schema
      return {
        id,
        method,
        path,
        summary,
        scope: `${scope} (${apiScopeLabels[scope]})`,
        takes: [
          ...parameters.map(({ name, required, description, schema }) => ({
            name,
            type: typeOf(schema),
            required,
            about: description ?? schema.description ?? "",
          })),
          ...(body ? fieldsOf(body) : []),
        ],
        answers: answer ? fieldsOf(answer) : [],
        refusals: Object.entries(responses)
          .filter(([each]) => each.startsWith("4") || each.startsWith("5"))
          .map(([each, { description }]) => ({ status: each, about: description })),
        example: exampleOf(`${address}${path.replace("{id}", "ID")}`, parameters, body),
      }
    }),
  }
}

/** The fields of an object and of what it holds: "address.street", "options[].id". */
function fieldsOf({ properties = {}, required = [], items }: Schema, before = ""): FieldView[] {
  if (items) return fieldsOf(items, `${before.slice(0, -1)}[].`)
  return Object.entries(properties).flatMap(([name, schema]) => {
    const whole = schema.anyOf?.find(({ type }) => type !== "null") ?? schema
    return [
      {
        name: `${before}${name}`,
        type: typeOf(schema),
        required: required.includes(name),
        about: schema.description ?? "",
      },
      ...(whole.properties || whole.items?.properties ? fieldsOf(whole, `${before}${name}.`) : []),
    ]
  })
}

const types: Readonly<Record<string, string>> = {
  string: "texte",
  integer: "nombre entier",
  boolean: "vrai ou faux",
  object: "objet",
  array: "liste",
  null: "null",
}
const formats: Readonly<Record<string, string>> = {
  uuid: "identifiant",
  guid: "identifiant",
  date: "jour AAAA-MM-JJ",
  "date-time": "instant",
  uri: "adresse",
  email: "adresse e-mail",
}

function typeOf({ type = "", format = "", enum: values, anyOf, default: usual }: Schema): string {
  if (anyOf) return [...new Set(anyOf.map(typeOf))].filter((each) => each !== "").join(" ou ")
  const named = values ? values.map(String).join(", ") : (formats[format] ?? types[type] ?? type)
  const hasDefault = usual !== undefined && usual !== null && usual !== "" && typeof usual !== "object"
  return hasDefault ? `${named}\u00a0; sans rien, ${JSON.stringify(usual)}` : named
}

/** A command that asks it, with what it needs and nothing else. */
function exampleOf(address: string, parameters: Described["parameters"], body: Schema | undefined): string {
  const query = parameters
    .filter((each) => each.in === "query" && each.required)
    .map(({ name, schema }) => `${name}=${String(sampleOf(schema, name))}`)
    .join("&")
  const url = `"${address}${query === "" ? "" : `?${query}`}"`
  const parts = ["curl", '-H "Authorization: Bearer $CLE"']
  if (body)
    parts.push(
      '-H "Content-Type: application/json"',
      '-H "Idempotency-Key: $NOM"',
      `-d '${JSON.stringify(sampleOf(body))}'`,
    )
  return [...parts, url].join(" \\\n  ")
}

const samples: Readonly<Record<string, unknown>> = {
  days: ["2027-06-12"],
  from: "2027-06-01",
  until: "2027-06-30",
  name: "Lila Morel",
  street: "12 quai de la Marne",
  zipCode: "94340",
  city: "Joinville-le-Pont",
  total: 25_000,
}

/** Of a customer that is known and one that is not, each is optional, and one is needed. */
const oneOfTwo = "customer"

function sampleOf({ type, format = "", properties = {}, required = [], minimum }: Schema, name = ""): unknown {
  if (Object.hasOwn(samples, name)) return samples[name]
  if (type === "object")
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([each]) => required.includes(each) || each === oneOfTwo)
        .map(([each, schema]) => [each, sampleOf(schema, each)]),
    )
  if (type === "integer") return Math.max(0, minimum ?? 0)
  if (type === "boolean") return true
  if (type === "array") return []
  return format === "uuid" || format === "guid" ? "ID" : ""
}
