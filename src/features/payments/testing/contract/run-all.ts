import { type Behaviour, BehaviourSkipped, behaviours } from './behaviours.ts'
import type { ProviderFixture } from './provider-fixture.ts'

export type BehaviourResult = { title: string; outcome: 'passed' | 'failed' | 'not tried'; why: string | null }

/** Tests one behavior. Doesn't throw: an error is part of the result. */
const tryOne = async (fixture: ProviderFixture, { title, run }: Behaviour): Promise<BehaviourResult> => {
  try {
    await run(fixture)
    return { title, outcome: 'passed', why: null }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { title, outcome: error instanceof BehaviourSkipped ? 'not tried' : 'failed', why }
  }
}

/** Tests all behaviors, one after the other. @param each called with each result */
export const runAllBehaviours = async (fixture: ProviderFixture, each: (tried: BehaviourResult) => void): Promise<void> => {
  for (const behaviour of behaviours) each(await tryOne(fixture, behaviour))
}
