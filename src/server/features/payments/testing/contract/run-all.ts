import { type Behaviour, BehaviourSkipped, behaviours } from './behaviours.ts'
import type { ProviderFixture } from './provider-fixture.ts'

export type BehaviourResult = { title: string; outcome: 'passed' | 'failed' | 'not tried'; why: string | null }

/** Tries one behaviour. Nothing is thrown: what went wrong stands in the result. */
const tryOne = async (bench: ProviderFixture, { title, run }: Behaviour): Promise<BehaviourResult> => {
  try {
    await run(bench)
    return { title, outcome: 'passed', why: null }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { title, outcome: error instanceof BehaviourSkipped ? 'not tried' : 'failed', why }
  }
}

/** Tries every behaviour, one after the other; `each` hears of each as it ends. */
export const runAllBehaviours = async (bench: ProviderFixture, each: (tried: BehaviourResult) => void): Promise<void> => {
  for (const behaviour of behaviours) each(await tryOne(bench, behaviour))
}
