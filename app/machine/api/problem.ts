export type Language = "fr" | "en"

export const problemKinds = [
  "unreadable-request",
  "no-key",
  "missing-scope",
  "not-found",
  "method-not-allowed",
  "not-acceptable",
  "invalid",
  "too-many-requests",
  "failed",
  "unavailable",
] as const
export type ProblemKind = (typeof problemKinds)[number]

type Said = { status: number } & Record<Language, { title: string; detail: string }>

/** What an answer that is no success says (RFC 9457), in the caller's language. */
const problems: Record<ProblemKind, Said> = {
  "unreadable-request": {
    status: 400,
    fr: { title: "Demande illisible", detail: "Cette demande n’a pas pu être comprise." },
    en: { title: "Unreadable request", detail: "This request could not be understood." },
  },
  "no-key": {
    status: 401,
    fr: {
      title: "Clé absente ou refusée",
      detail: "Envoyez une clé valable dans l’en-tête Authorization, après «\u00a0Bearer\u00a0».",
    },
    en: { title: "No key, or a refused one", detail: "Send a valid key in the Authorization header, after “Bearer”." },
  },
  "missing-scope": {
    status: 403,
    fr: { title: "Droit manquant", detail: "Cette clé n’a pas le droit que cette adresse demande." },
    en: { title: "Missing scope", detail: "This key does not have the scope that this address asks for." },
  },
  "not-found": {
    status: 404,
    fr: { title: "Introuvable", detail: "Il n’y a rien à cette adresse." },
    en: { title: "Not found", detail: "There is nothing at this address." },
  },
  "method-not-allowed": {
    status: 405,
    fr: { title: "Méthode refusée", detail: "Cette adresse ne reçoit pas ce genre de demande." },
    en: { title: "Method not allowed", detail: "This address does not take this kind of request." },
  },
  "not-acceptable": {
    status: 406,
    fr: { title: "Format indisponible", detail: "Les réponses sont en JSON\u00a0: acceptez application/json." },
    en: { title: "Not acceptable", detail: "Answers are JSON: accept application/json." },
  },
  invalid: {
    status: 422,
    fr: { title: "Demande incorrecte", detail: "Un champ ou plus n’a pas la forme attendue." },
    en: { title: "Invalid request", detail: "One field or more does not have the expected form." },
  },
  "too-many-requests": {
    status: 429,
    fr: { title: "Trop de demandes", detail: "Attendez le temps que dit l’en-tête Retry-After." },
    en: { title: "Too many requests", detail: "Wait for as long as the Retry-After header says." },
  },
  failed: {
    status: 500,
    fr: { title: "Erreur", detail: "Une erreur est survenue de notre côté." },
    en: { title: "Error", detail: "Something went wrong on our side." },
  },
  unavailable: {
    status: 503,
    fr: { title: "Indisponible", detail: "Réessayez dans quelques secondes." },
    en: { title: "Unavailable", detail: "Try again in a few seconds." },
  },
}

export function statusOf(kind: ProblemKind): number {
  return problems[kind].status
}

/** One field that is not as it must be. `pointer`: where it stands (RFC 6901), "/query/limit". */
export type FieldProblem = { pointer: string; detail: string }

/** The answer that says so, as application/problem+json. `errors` are fields, by their pointers. */
export function problemAnswer(
  kind: ProblemKind,
  language: Language,
  { headers = {}, errors }: { headers?: Record<string, string>; errors?: readonly FieldProblem[] } = {},
): Response {
  const { status, [language]: said } = problems[kind]
  return new Response(JSON.stringify({ type: `urn:guinguette:problem:${kind}`, status, ...said, errors }), {
    status,
    headers: {
      "Content-Type": "application/problem+json; charset=utf-8",
      "Content-Language": language,
      "Cache-Control": "no-store",
      Vary: "Accept-Language",
      ...headers,
    },
  })
}

/** The better liked of French and English (RFC 9110, 12.5.4); French to who says nothing of either. */
export function languageOf(accepted: string | null): Language {
  const weights = new Map<string, number>()
  for (const part of (accepted ?? "").split(",")) {
    const [range = "", ...parameters] = part.split(";").map((each) => each.trim().toLowerCase())
    const weight = Number(parameters.find((each) => each.startsWith("q="))?.slice(2) ?? 1)
    const known = range.split("-")[0] ?? ""
    weights.set(known, Math.max(weights.get(known) ?? 0, Number.isFinite(weight) ? weight : 0))
  }
  const rest = weights.get("*") ?? 0
  return (weights.get("en") ?? rest) > (weights.get("fr") ?? rest) ? "en" : "fr"
}
