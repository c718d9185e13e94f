export class QueueFull extends Error {
  constructor() {
    super("Too many are waiting for their turn")
    this.name = "QueueFull"
  }
}

/** Throws `QueueFull`. */
export function limitConcurrency(maxRunning: number, maxWaiting = Infinity): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = []
  let running = 0

  const release = () => {
    const next = queue.shift()
    if (next) next()
    else running--
  }

  return async (work) => {
    if (running < maxRunning) running++
    else if (queue.length < maxWaiting) await new Promise<void>((resolve) => queue.push(resolve))
    else throw new QueueFull()
    try {
      return await work()
    } finally {
      release()
    }
  }
}
