export type Result<Value, Problem> = { ok: true; value: Value } | { ok: false; error: Problem }

export function ok<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

export function err<Problem>(error: Problem): { ok: false; error: Problem } {
  return { ok: false, error }
}
