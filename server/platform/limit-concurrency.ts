/** Thrown to those who would be too many to wait. */
export class QueueFull extends Error {
  constructor() {
    super("Too many are waiting for their turn")
    this.name = "QueueFull"
  }
}

/**
 * Lets at most `together` pieces of work run at once; others wait in the order of their coming, at most `waiting` of
 * them, beyond which the newcomer is turned away with `QueueFull`.
 */
export function limitConcurrency(together: number, waiting = Infinity): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = []
  let running = 0

  const free = () => {
    const next = queue.shift()
    if (next) next()
    else running--
  }

  return async (work) => {
    if (running < together) running++
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve))
    else throw new QueueFull()
    try {
      return await work()
    } finally {
      free()
    }
  }
}
