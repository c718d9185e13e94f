import { z } from "zod"
import { apiScopeLabels } from "../../../domain/api/api-key.ts"
import { canonicalUrl } from "../../http/canonical.server.ts"
import * as fields from "./fields.ts"
import { type Operation, operations } from "./operations.server.ts"

/** What every operation may answer besides, by status. */
const refusals: Readonly<Record<string, string>> = {
  "400": "La demande ou son adresse n’a pas pu être lue.",
  "401": "La clé manque, ou n’est plus valable.",
  "403": "La clé n’a pas le droit qu’il faut.",
  "404": "Il n’y a rien à cette adresse.",
  "405": "Une autre méthode que GET ou HEAD.",
  "406": "Un autre format que JSON est demandé.",
  "422": "Un champ n’a pas la forme attendue.",
  "429": "Trop de demandes\u00a0: l’en-tête Retry-After dit quand revenir.",
  "500": "Une erreur de notre côté.",
  "503": "Indisponible un moment\u00a0: l’en-tête Retry-After dit quand revenir.",
}

/** The OpenAPI 3.1 document: written from the schemas that check what is asked, for the operations that there are. */
export function openApiDocument() {
  return {
    openapi: "3.1.0",
    info: {
      title: "Guinguette",
      version: "1.0.0",
      description:
        "L’API de la boutique pour les autres outils de son propriétaire. Montants en centimes d’euro, jours AAAA-MM-JJ à Paris, instants RFC 3339 en UTC.",
    },
    servers: [{ url: canonicalUrl("/api/v1") }],
    security: [{ key: [] }],
    paths: Object.fromEntries(operations.map((each) => [each.path, { get: describe(each) }])),
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer", description: "Une clé faite dans le back-office." } },
      schemas: { Problem: schemaOf(fields.Problem) },
    },
  }
}

function describe({ id, path, scope, summary, query, answer }: Operation) {
  return {
    operationId: id,
    summary,
    description: `Droit\u00a0: ${scope} (${apiScopeLabels[scope]}).`,
    parameters: [
      ...(path.includes("{id}") ? [{ name: "id", in: "path", required: true, schema: schemaOf(fields.idInPath) }] : []),
      ...Object.entries(query.shape).map(([name, schema]) => parameterOf(name, schema)),
    ],
    responses: {
      "200": {
        description: "La réponse.",
        headers: { ETag: { description: "À renvoyer dans If-None-Match.", schema: { type: "string" } } },
        content: { "application/json": { schema: schemaOf(answer) } },
      },
      "304": { description: "Rien n’a changé depuis l’ETag envoyé." },
      ...Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [
          status,
          {
            description,
            content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
          },
        ]),
      ),
    },
  }
}

function parameterOf(name: string, schema: z.core.$ZodType) {
  const { description, ...rest } = schemaOf(schema)
  return {
    name,
    in: "query",
    required: !z.safeParse(schema, undefined).success,
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }
}

/** JSON Schema 2020-12, which OpenAPI 3.1 speaks. */
function schemaOf(schema: z.core.$ZodType) {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "output" })
  return rest
}
