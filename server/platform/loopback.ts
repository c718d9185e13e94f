/** True of the addresses and names by which a machine reaches nobody but itself. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^(::ffff:)?127(\.\d+){1,3}$/.test(host)
}
