import { createTally } from './client.ts'
import { countEmails, drainEmails } from './email-delivery.ts'
import type { Environment, TestUser } from './environment.ts'
import { createExpectedState } from './expected-state.ts'
import { createRow, type Row } from './report.ts'
import type { ServerProcess } from './server-process.ts'
import { runTrialUsers } from './trial-users.ts'
import { verifyData } from './verify-data.ts'
import { runWriter, type WorkloadMix, type WriterContext } from './writer.ts'

const writersPerUser = 4
const trialUserCount = 3
/** How long clients may take to finish their current requests. */
const stopTimeoutMs = 60_000
const emailTimeoutMs = 120_000

type Options = {
  writers: number
  seed: number
  mix: WorkloadMix
  /** Whether servers may answer 401 for a while. */
  allowSignedOut?: boolean
}

/** What a scenario reports besides what the workload knows. */
type Outcome = Pick<Row, 'faults' | 'recoveriesMs'> & Partial<Pick<Row, 'exits' | 'findings' | 'notes' | 'allowsDuplicateEmails'>>

/** Creates users with writers. The database must be acquired. */
export const createWorkload = async (environment: Environment, { writers, seed, mix, allowSignedOut = false }: Options) => {
  const createUsers = async (name: string, count: number) => {
    const created: TestUser[] = []
    for (let n = 0; n < count; n++) created.push(await environment.createUser(`${name}${n}`))
    return created
  }
  const users = await createUsers('writer', Math.ceil(writers / writersPerUser))
  const trialUsers = await createUsers('trial', trialUserCount)
  await environment.subscribe(users)
  const [expected, tally] = [createExpectedState(), createTally(allowSignedOut)]
  let isStopping = false
  let giveUpAt = Number.POSITIVE_INFINITY
  return {
    tally,
    /** Starts the writers. @param origins the servers of the moment, for this writer the preferred one first */
    start: (origins: WriterContext['origins']) => {
      const context: WriterContext = {
        origins,
        expected,
        tally,
        shouldStop: () => isStopping,
        shouldGiveUp: () => performance.now() > giveUpAt,
      }
      const work = Promise.all([
        ...Array.from({ length: writers }, (_, n) =>
          runWriter(context, users[Math.floor(n / writersPerUser)]!, n, seed, n % writersPerUser === 0, mix),
        ),
        runTrialUsers(context, trialUsers),
      ])
      work.catch(() => undefined)
      return {
        /** Lets the writers finish, waits for all emails, stops the servers and verifies the data. The servers must still be running. */
        finish: async (scenario: string, servers: readonly ServerProcess[], outcome: Outcome): Promise<Row> => {
          isStopping = true
          giveUpAt = performance.now() + stopTimeoutMs
          await work
          const queued = await drainEmails(environment, emailTimeoutMs)
          const exited = servers.filter((server) => server.hasExited())
          for (const server of servers) {
            if (!exited.includes(server)) await server.stop()
            environment.unregister(server)
          }
          await environment.acquireDatabase()
          const emails = await countEmails(environment)
          const verdict = await verifyData(environment, [...users, ...trialUsers], expected)
          return createRow(scenario, {
            ...verdict,
            ...outcome,
            acknowledged: tally.acknowledged,
            unanswered: tally.unanswered,
            wrongResponses: tally.wrongResponses.length,
            exits: exited.length + (outcome.exits ?? 0),
            lostEmails: emails.lostEmails,
            duplicateEmails: emails.duplicateEmails,
            findings: [
              ...(outcome.findings ?? []),
              ...exited.map((server) => `a server ended by itself: ${server.log().slice(-500)}`),
              ...tally.wrongResponses.slice(0, 5),
              ...verdict.findings,
              ...emails.findings,
            ],
            notes: [
              ...(outcome.notes ?? []),
              `${tally.retryLater} responses asked the client to retry; ${emails.delivered} messages were delivered`,
              ...(queued > 0 ? [`${queued} emails were still queued after ${emailTimeoutMs / 1000} s`] : []),
            ],
          })
        },
      }
    },
  }
}
