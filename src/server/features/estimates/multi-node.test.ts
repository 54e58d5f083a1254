import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNodes } from '#server/testing/server-processes.ts'
import { acceptTwentyAtOnce, createConcurrentClients } from './testing/concurrent-clients.ts'

/** More than the usual ten may be asked for: CONVERSION_ROUNDS=500 npm run unit -- src/server/features/estimates/multi-node.test.ts */
const rounds = Number(process.env.CONVERSION_ROUNDS ?? 10)

let cluster: Awaited<ReturnType<typeof startNodes>>
beforeAll(async () => {
  cluster = await startNodes([{}, {}])
}, 120_000)
afterAll(() => cluster.close())

test('button, edit and customer say yes at the same moment, twenty times over, at two servers: one invoice, one of the trial', {
  timeout: 60_000 + rounds * 5000,
}, async () => {
  const hands = await createConcurrentClients(cluster, { isKnown: rounds > 20 })
  const wrong: string[] = []
  for (let round = 0; round < rounds; round++) {
    const outcome = await acceptTwentyAtOnce(hands, `R-${round * 3}`)
    if (outcome.wrong.length > 0) wrong.push(`round ${round}: ${outcome.wrong.join('; ')}`)
  }
  expect(wrong).toEqual([])
})
