import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNodes } from '#server/testing/server-processes.ts'
import { soakCount } from '#shared/testing/soak.ts'
import { acceptTwentyAtOnce, createConcurrentClients } from './testing/concurrent-clients.ts'

const rounds = soakCount(5, 100)

let cluster: Awaited<ReturnType<typeof startNodes>>
beforeAll(async () => {
  cluster = await startNodes([{}, {}])
}, 400_000)
afterAll(() => cluster.close())

test('concurrent conversion by request, edit and customer on two servers, twenty times over: one invoice, one counted for the trial', {
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
