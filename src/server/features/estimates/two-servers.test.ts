import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNodes } from '#server/testing/processes.ts'
import { threeHands, twentyAtOnce } from './testing/three-hands.ts'

let cluster: Awaited<ReturnType<typeof startNodes>>
beforeAll(async () => {
  cluster = await startNodes([{}, {}])
}, 120_000)
afterAll(() => cluster.close())

test('button, edit and customer say yes at the same moment, twenty times over, at two servers: one invoice, one of the trial', {
  timeout: 120_000,
}, async () => {
  const hands = await threeHands(cluster)
  for (let round = 0; round < 10; round++) expect((await twentyAtOnce(hands, `R-${round * 2}`)).wrong).toEqual([])
})
