import { z } from "zod"
import { apiScopeLabels } from "../../../domain/api/api-key.ts"
import { canonicalUrl } from "../../http/canonical.server.ts"
import * as fields from "./fields.ts"
import type { Operation } from "./operation.ts"
import { operations } from "./operations.server.ts"

const refusals: Readonly<Record<string, string>> = {
  "400": "La demande ou son adresse n’a pas pu être lue.",
  "401": "La clé manque, ou n’est plus valable.",
  "403": "La clé n’a pas le droit qu’il faut.",
  "404": "Il n’y a rien à cette adresse.",
  "405": "Une autre méthode que celles de l’en-tête Allow.",
  "406": "Un autre format que JSON est demandé.",
  "422": "Un champ n’a pas la forme attendue.",
  "429": "Trop de demandes\u00a0: l’en-tête Retry-After dit quand revenir.",
  "500": "Une erreur de notre côté.",
  "503": "Indisponible un moment\u00a0: l’en-tête Retry-After dit quand revenir.",
}

/** Generated from the schemas that validate requests. */
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
    paths: Object.fromEntries(
      operations.map(({ path }) => [
        path,
        Object.fromEntries(
          operations
            .filter((each) => each.path === path)
            .map((each) => [each.method.toLowerCase(), describeOperation(each)]),
        ),
      ]),
    ),
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer", description: "Une clé faite dans le back-office." } },
      schemas: { Problem: toJsonSchema(fields.Problem) },
    },
  }
}

const actRefusals: Readonly<Record<string, string>> = {
  "409": "L’état de la boutique ne le permet pas, ou la même demande est en cours.",
  "413": "Le corps de la demande est trop long.",
  "415": "Autre chose que du JSON a été envoyé.",
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Un nom de votre choix, un par demande. La même demande sous le même nom n’est faite qu’une fois, et reçoit la même réponse pendant 24 heures.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
}

const ifMatch = {
  name: "If-Match",
  in: "header",
  required: false,
  description: "L’ETag de la réservation telle que vous l’avez lue\u00a0: si elle a changé depuis, rien n’est fait.",
  schema: { type: "string" },
}

function describeOperation({ id, path, scope, summary, query, body, answer, status, isVersioned }: Operation) {
  const isAct = body !== null
  const isConditional = isAct && isVersioned && path.includes("{id}")
  return {
    operationId: id,
    summary,
    description: `Droit\u00a0: ${scope} (${apiScopeLabels[scope]}).`,
    parameters: [
      ...(path.includes("{id}")
        ? [{ name: "id", in: "path", required: true, schema: toJsonSchema(fields.pathId) }]
        : []),
      ...Object.entries(query.shape).map(([name, schema]) => toParameter(name, schema)),
      ...(isAct ? [idempotencyKey] : []),
      ...(isConditional ? [ifMatch] : []),
    ],
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: toJsonSchema(body, "input") } } },
    }),
    responses: {
      [String(status)]: {
        description: status === 201 ? "C’est fait\u00a0: l’en-tête Location dit où." : "La réponse.",
        ...(isAct && !isVersioned
          ? {}
          : {
              headers: {
                ETag: {
                  description: isVersioned
                    ? "À renvoyer dans If-None-Match ou If-Match."
                    : "À renvoyer dans If-None-Match.",
                  schema: { type: "string" },
                },
              },
            }),
        content: { "application/json": { schema: toJsonSchema(answer) } },
      },
      ...(isAct ? {} : { "304": { description: "Rien n’a changé depuis l’ETag envoyé." } }),
      ...Object.fromEntries(
        Object.entries({
          ...refusals,
          ...(isAct ? actRefusals : {}),
          ...(isConditional ? { "412": "La réservation a changé depuis l’ETag de If-Match." } : {}),
        }).map(([status, description]) => [
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

function toParameter(name: string, schema: z.core.$ZodType) {
  const { description, ...rest } = toJsonSchema(schema)
  return {
    name,
    in: "query",
    required: !z.safeParse(schema, undefined).success,
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }
}

function toJsonSchema(schema: z.core.$ZodType, io: "input" | "output" = "output") {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}
