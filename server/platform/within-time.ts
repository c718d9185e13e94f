/** Rejects when the work is not done within so many milliseconds; the work itself goes on. */
export function withinTime<Value>(milliseconds: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("No answer in time")), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
