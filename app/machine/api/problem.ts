export type Language = "fr" | "en"

const problemKinds = [
  "unreadable-request",
  "no-key",
  "missing-scope",
  "not-found",
  "method-not-allowed",
  "not-acceptable",
  "too-large",
  "unsupported-media-type",
  "invalid",
  "days-taken",
  "outside-window",
  "not-for-rent",
  "too-far",
  "too-much",
  "price-changed",
  "customer-known",
  "distance-unknown",
  "not-possible",
  "settlement-changed",
  "stale",
  "key-of-another",
  "still-running",
  "too-many-requests",
  "failed",
  "unavailable",
] as const
export type ProblemKind = (typeof problemKinds)[number]

type ProblemTexts = { status: number } & Record<Language, { title: string; detail: string }>

/** RFC 9457. */
const problems: Record<ProblemKind, ProblemTexts> = {
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
  "too-large": {
    status: 413,
    fr: { title: "Demande trop longue", detail: "Le corps de la demande dépasse 32\u00a0ko." },
    en: { title: "Content too large", detail: "The body of the request is longer than 32 kB." },
  },
  "unsupported-media-type": {
    status: 415,
    fr: { title: "Format refusé", detail: "Envoyez du JSON, avec l’en-tête Content-Type application/json." },
    en: { title: "Unsupported media type", detail: "Send JSON, with Content-Type application/json." },
  },
  "days-taken": {
    status: 409,
    fr: { title: "Jours pris", detail: "Ces jours ne sont plus libres." },
    en: { title: "Days taken", detail: "These days are not free any more." },
  },
  "outside-window": {
    status: 409,
    fr: { title: "Jours hors des délais", detail: "Ces jours ne se louent pas, ou pas encore, ou plus." },
    en: { title: "Days out of reach", detail: "These days cannot be rented, or not yet, or not any more." },
  },
  "not-for-rent": {
    status: 409,
    fr: { title: "Produit qui ne se loue pas", detail: "Ce produit n’est pas, ou plus, en location." },
    en: { title: "Not for rent", detail: "This product is not for rent, or not any more." },
  },
  "too-far": {
    status: 409,
    fr: { title: "Trop loin", detail: "L’adresse est au-delà de ce qui se livre." },
    en: { title: "Too far", detail: "The address is beyond what is delivered." },
  },
  "too-much": {
    status: 409,
    fr: { title: "Total trop élevé", detail: "Ce total dépasse ce qui se réserve ainsi." },
    en: { title: "Total too high", detail: "This total is more than can be booked this way." },
  },
  "price-changed": {
    status: 409,
    fr: { title: "Prix changé", detail: "Le total n’est pas celui qui était attendu." },
    en: { title: "Price changed", detail: "The total is not the one that was expected." },
  },
  "customer-known": {
    status: 409,
    fr: { title: "Client déjà connu", detail: "Un client a déjà cette adresse e-mail\u00a0: envoyez son customerId." },
    en: { title: "Known customer", detail: "A customer has this e-mail address already: send their customerId." },
  },
  "distance-unknown": {
    status: 409,
    fr: { title: "Distance inconnue", detail: "La distance de livraison est à indiquer d’abord, dans le back-office." },
    en: {
      title: "Unknown distance",
      detail: "The distance of the delivery has to be entered first, in the back office.",
    },
  },
  "not-possible": {
    status: 409,
    fr: { title: "Impossible en l’état", detail: "L’état de la réservation ne le permet pas, ou plus." },
    en: { title: "Not possible", detail: "The status of the booking does not allow it, or not any more." },
  },
  "settlement-changed": {
    status: 409,
    fr: {
      title: "Montants à confirmer",
      detail: "Annuler doit au client les montants de «\u00a0settlement\u00a0»\u00a0: renvoyez-les pour confirmer.",
    },
    en: {
      title: "Amounts to confirm",
      detail: "Cancelling owes the customer the amounts of “settlement”: send them to confirm.",
    },
  },
  stale: {
    status: 412,
    fr: {
      title: "État dépassé",
      detail: "La réservation a changé depuis l’ETag de If-Match\u00a0: lisez-la à nouveau.",
    },
    en: { title: "Stale", detail: "The booking has changed since the ETag in If-Match: read it again." },
  },
  "key-of-another": {
    status: 422,
    fr: { title: "Idempotency-Key déjà prise", detail: "Cette Idempotency-Key est celle d’une autre demande." },
    en: { title: "Idempotency-Key in use", detail: "This Idempotency-Key is that of another request." },
  },
  "still-running": {
    status: 409,
    fr: { title: "Demande en cours", detail: "La même demande est en cours\u00a0: réessayez dans un instant." },
    en: { title: "Still running", detail: "The same request is running: try again in a moment." },
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

/** `pointer`: RFC 6901, "/query/limit". */
export type FieldProblem = { pointer: string; detail: string }

export type ProblemParts = {
  detail?: string
  errors?: readonly FieldProblem[]
  settlement?: { refund: number; indemnity: number }
}

export function toProblem(kind: ProblemKind, language: Language, parts: ProblemParts = {}) {
  const { status, [language]: text } = problems[kind]
  return { type: `urn:guinguette:problem:${kind}`, status, ...text, ...parts }
}

export function problemResponse(
  kind: ProblemKind,
  language: Language,
  { headers = {}, ...parts }: ProblemParts & { headers?: Record<string, string> } = {},
): Response {
  return buildProblemResponse(
    JSON.stringify(toProblem(kind, language, parts)),
    problems[kind].status,
    language,
    headers,
  )
}

/** Keeps the language in which it was first answered. */
export function replayProblem(body: string, status: number): Response {
  const { title } = JSON.parse(body) as { title: string }
  return buildProblemResponse(body, status, Object.values(problems).some(({ en }) => en.title === title) ? "en" : "fr")
}

function buildProblemResponse(
  body: string,
  status: number,
  language: Language,
  headers: Record<string, string> = {},
): Response {
  return new Response(body, {
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

/** RFC 9110, 12.5.4; French by default. */
export function preferredLanguage(accepted: string | null): Language {
  const weights = new Map<string, number>()
  for (const part of (accepted ?? "").split(",")) {
    const [range = "", ...parameters] = part.split(";").map((each) => each.trim().toLowerCase())
    const weight = Number(parameters.find((each) => each.startsWith("q="))?.slice(2) ?? 1)
    const primary = range.split("-")[0] ?? ""
    weights.set(primary, Math.max(weights.get(primary) ?? 0, Number.isFinite(weight) ? weight : 0))
  }
  const rest = weights.get("*") ?? 0
  return (weights.get("en") ?? rest) > (weights.get("fr") ?? rest) ? "en" : "fr"
}
