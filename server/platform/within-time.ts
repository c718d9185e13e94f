/** The work itself goes on after the timeout. */
export function withinTime<Value>(milliseconds: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("No answer in time")), milliseconds)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
