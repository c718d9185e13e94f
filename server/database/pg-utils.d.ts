declare module "pg/lib/utils" {
  /** What the driver writes on the wire for a value. */
  export function prepareValue(value: unknown): string | Buffer | null
}
