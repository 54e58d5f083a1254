import { type Behaviour, behaviours, NotTried } from './behaviours.ts'
import type { Bench } from './bench.ts'

export type Tried = { title: string; outcome: 'passed' | 'failed' | 'not tried'; why: string | null }

/** Tries one behaviour. Nothing is thrown: what went wrong stands in the result. */
const tryOne = async (bench: Bench, { title, run }: Behaviour): Promise<Tried> => {
  try {
    await run(bench)
    return { title, outcome: 'passed', why: null }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { title, outcome: error instanceof NotTried ? 'not tried' : 'failed', why }
  }
}

/** Tries every behaviour, one after the other; `each` hears of each as it ends. */
export const tryAll = async (bench: Bench, each: (tried: Tried) => void): Promise<void> => {
  for (const behaviour of behaviours) each(await tryOne(bench, behaviour))
}
