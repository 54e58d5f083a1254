/** Lets at most so many pieces of work run at once; others wait their turn. */
export const createTurns = (atOnce: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The turn is handed on, so that nobody slips in between.
      if (next) next()
      else running--
    }
  }
}
