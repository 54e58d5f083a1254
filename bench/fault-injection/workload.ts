import { createTally } from './client.ts'
import type { Environment, TestUser } from './environment.ts'
import { createExpectedState } from './expected-state.ts'
import { runTrialUsers } from './trial-users.ts'
import { runWriter, type WorkloadMix, type WriterContext } from './writer.ts'

/** So many clients belong to one user, and write into the same books. */
const writersPerUser = 4
/** How long clients may take over what is under way when their work ends. */
const graceMs = 60_000

type Given = {
  writers: number
  seed: number
  mix: WorkloadMix
  /** Whether servers may take people for visitors for a while. */
  mayBeSignedOut?: boolean
}

/**
 * People with writers who work for them, on a world that is held.
 * @param seed what the writers do follows from it
 */
export const createWorkload = async (world: Environment, { writers, seed, mix, mayBeSignedOut = false }: Given) => {
  const people: TestUser[] = []
  for (let n = 0; n < Math.ceil(writers / writersPerUser); n++) people.push(await world.person(`writer${n}`))
  const newcomers: TestUser[] = []
  for (let n = 0; n < 3; n++) newcomers.push(await world.person(`newcomer${n}`))
  await world.rows("update users set subscription_status = 'active' where id = any($1)", [people.map(({ userId }) => userId)])
  const [ledger, tally] = [createExpectedState(), createTally(mayBeSignedOut)]
  let isDone = false
  let overAt = Number.POSITIVE_INFINITY
  return {
    people: [...people, ...newcomers],
    ledger,
    tally,
    /** @param origins where servers are at the moment, for the writer of this number the nearest first */
    start: (origins: WriterContext['origins']) => {
      const desk: WriterContext = { origins, ledger, tally, isDone: () => isDone, isOver: () => performance.now() > overAt }
      const writing = Array.from({ length: writers }, (_, n) =>
        runWriter(desk, people[Math.floor(n / writersPerUser)]!, n, seed, n % writersPerUser === 0, mix),
      )
      const working = Promise.all([...writing, runTrialUsers(desk, newcomers)])
      working.catch(() => undefined)
      return {
        /** Lets everybody bring to its end what is under way. Servers must be up. */
        stop: async () => {
          isDone = true
          overAt = performance.now() + graceMs
          await working
        },
      }
    },
  }
}
export type Workload = Awaited<ReturnType<typeof createWorkload>>
