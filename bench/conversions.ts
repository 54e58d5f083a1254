import { threeHands, twentyAtOnce } from '#server/features/estimates/testing/three-hands.ts'
import { startNodes } from '#server/testing/processes.ts'

// How often twenty conversions of one estimate at once (button, edit to accepted, customer's yes; two server processes) leave anything but one invoice
// and one more in the trial. The database is the embedded one unless TEST_DATABASE_URL names another.
//   node bench/conversions.ts [rounds, default 500]

const rounds = Number(process.argv[2] ?? 500)
const cluster = await startNodes([{}, {}])
const statuses: Record<string, number> = {}
let wrongRounds = 0
try {
  const hands = await threeHands(cluster)
  for (let round = 0; round < rounds; round++) {
    const outcome = await twentyAtOnce(hands, `B-${round}`)
    for (const [status, count] of Object.entries(outcome.statuses)) statuses[status] = (statuses[status] ?? 0) + count
    if (outcome.wrong.length > 0) {
      wrongRounds++
      console.log(`round ${round}: ${outcome.wrong.join('; ')}`)
    }
  }
} finally {
  await cluster.close()
}
console.log(`${rounds} rounds of twenty at once: ${wrongRounds} wrong. Answers: ${JSON.stringify(statuses)}`)
process.exitCode = wrongRounds > 0 ? 1 : 0
