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

/** The subset of JSON Schema that the API uses. */
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
type OpenApiOperation = {
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: { "application/json": { schema: Schema } } }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}

export function readDocument(): { address: string; operations: OperationView[] } {
  const address = canonicalUrl("/api/v1")
  const paths = openApiDocument().paths as Record<string, Record<string, OpenApiOperation>>
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
            type: typeName(schema),
            required,
            about: description ?? schema.description ?? "",
          })),
          ...(body ? listFields(body) : []),
        ],
        answers: answer ? listFields(answer) : [],
        refusals: Object.entries(responses)
          .filter(([each]) => each.startsWith("4") || each.startsWith("5"))
          .map(([each, { description }]) => ({ status: each, about: description })),
        example: curlExample(`${address}${path.replace("{id}", "ID")}`, parameters, body),
      }
    }),
  }
}

/** Includes nested fields: "address.street", "options[].id". */
function listFields({ properties = {}, required = [], items }: Schema, prefix = ""): FieldView[] {
  if (items) return listFields(items, `${prefix.slice(0, -1)}[].`)
  return Object.entries(properties).flatMap(([name, schema]) => {
    const objectSchema = schema.anyOf?.find(({ type }) => type !== "null") ?? schema
    return [
      {
        name: `${prefix}${name}`,
        type: typeName(schema),
        required: required.includes(name),
        about: schema.description ?? "",
      },
      ...(objectSchema.properties || objectSchema.items?.properties
        ? listFields(objectSchema, `${prefix}${name}.`)
        : []),
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

function typeName({ type = "", format = "", enum: values, anyOf, default: defaultValue }: Schema): string {
  if (anyOf) return [...new Set(anyOf.map(typeName))].filter((each) => each !== "").join(" ou ")
  const base = values ? values.map(String).join(", ") : (formats[format] ?? types[type] ?? type)
  const hasDefault =
    defaultValue !== undefined && defaultValue !== null && defaultValue !== "" && typeof defaultValue !== "object"
  return hasDefault ? `${base}\u00a0; sans rien, ${JSON.stringify(defaultValue)}` : base
}

/** Contains required fields only. */
function curlExample(address: string, parameters: OpenApiOperation["parameters"], body: Schema | undefined): string {
  const query = parameters
    .filter((each) => each.in === "query" && each.required)
    .map(({ name, schema }) => `${name}=${String(sampleValue(schema, name))}`)
    .join("&")
  const url = `"${address}${query === "" ? "" : `?${query}`}"`
  const parts = ["curl", '-H "Authorization: Bearer $CLE"']
  if (body)
    parts.push(
      '-H "Content-Type: application/json"',
      '-H "Idempotency-Key: $NOM"',
      `-d '${JSON.stringify(sampleValue(body))}'`,
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

/** An order needs one of several fields, so the schema marks these as optional. */
const shownFields = new Set(["customer", "rentals"])

function sampleValue(
  { type, format = "", properties = {}, required = [], items, minimum }: Schema,
  name = "",
): unknown {
  if (Object.hasOwn(samples, name)) return samples[name]
  if (type === "object")
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([each]) => required.includes(each) || shownFields.has(each))
        .map(([each, schema]) => [each, sampleValue(schema, each)]),
    )
  if (type === "integer") return Math.max(0, minimum ?? 0)
  if (type === "boolean") return true
  if (type === "array") return items?.properties ? [sampleValue(items)] : []
  return format === "uuid" || format === "guid" ? "ID" : ""
}
