import { setTimeout as sleep } from 'node:timers/promises'
import { countEmails, drainEmails } from '../email-delivery.ts'
import { startEnvironment } from '../environment.ts'
import { startFakeClock } from '../fake-clock.ts'
import type { Options } from '../options.ts'
import { createRow, type Row } from '../report.ts'
import { getRecoveryMs, isTimeUp, type Run } from '../run.ts'
import { verifyData } from '../verify-data.ts'
import { createWorkload } from '../workload.ts'

const hour = 3600
const year = 365.25 * 24 * hour
const jumps: readonly (readonly [string, number])[] = [
  ['an hour ahead', hour],
  ['an hour behind', -hour],
  ['ten years ahead', 10 * year],
  ['ten years behind', -10 * year],
]
/** How soon after the clock is right again something must succeed. */
const soonMs = 5000

/**
 * Sets the server's clock wrong while everybody writes, and right again. Sessions may count as over meanwhile; afterwards everybody is still signed in, nobody
 * is held back, and no date on a paper has moved. The database keeps its own time, as one on another machine does.
 */
export const runClockJumps = async ({ clockSeconds, writers, seed }: Options, run: Run): Promise<Row[]> => {
  const part = 'clock of the server'
  const clock = startFakeClock()
  if (!clock) return [createRow(part, { notes: ['left out: libfaketime is not installed here (Debian: apt-get install faketime)'] })]
  const world = await startEnvironment({ way: 'shared' })
  try {
    const crew = await createWorkload(world, { writers, seed: seed + 3, mix: { mails: 8, uploads: 0 }, mayBeSignedOut: true })
    const node = await world.start(clock.env)
    const work = crew.start(() => [node.origin])
    const [recoveriesMs, findings, whileWrong]: [number[], string[], string[]] = [[], [], []]
    let jumped = 0
    await sleep(1000)
    for (const [name, seconds] of jumps) {
      if (isTimeUp(run) || node.hasExited()) break
      jumped++
      const before = crew.tally.acknowledged
      clock.set(seconds)
      await sleep(clockSeconds * 1000)
      whileWrong.push(`${name} ${crew.tally.acknowledged - before}`)
      clock.set(0)
      const at = performance.now()
      crew.tally.successes.length = 0
      let success: number | null = null
      for (; success === null && performance.now() < at + 60_000; await sleep(10)) success = getRecoveryMs(at, crew.tally.successes)
      if (success === null) findings.push(`nothing succeeded within a minute after the clock had been ${name}`)
      else recoveriesMs.push(success)
      if (success !== null && success > soonMs)
        findings.push(`it took ${Math.round(success)} ms after the clock had been ${name}, at most ${soonMs} are promised`)
      await sleep(1000)
    }
    await work.stop()
    const waiting = await drainEmails(world, 60_000)
    if (waiting > 0) findings.push(`${waiting} e-mails still waited`)
    const exits = Number(node.hasExited())
    if (exits === 0) await node.stop()
    else findings.push(`the server ended: ${node.log().slice(-500)}`)
    world.forget(node)
    // What an estimate became is dated by the day on which it did.
    const moved = await world.rows<{ id: number }>(
      `select id from invoices where estimate_id is null and (issue_date <> '2026-01-01' or due_date <> '2099-01-31')
       union all select id from estimates where issue_date <> '2026-01-01' or expiry_date <> '2099-01-31'
       union all select id from payments where payment_date <> '2026-01-20'`,
    )
    if (moved.length > 0) findings.push(`${moved.length} dates on papers moved`)
    const mails = await countEmails(world, world.mail!)
    const verdict = await verifyData(world, crew.people, crew.ledger)
    const { acknowledged, unanswered, toldToWait, wrong } = crew.tally
    return [
      createRow(part, {
        ...verdict,
        acknowledged,
        unanswered,
        faults: jumped,
        wrongAnswers: wrong.length,
        exits,
        lostMails: mails.lostMails,
        doubleMails: mails.doubleMails,
        recoveriesMs,
        findings: [...findings, ...wrong.slice(0, 5), ...verdict.findings, ...mails.findings],
        notes: [
          `acknowledged while the clock was wrong: ${whileWrong.join(', ')}; ${toldToWait} requests were told to come back or to sign in`,
        ],
      }),
    ]
  } finally {
    await world.close()
    clock.close()
  }
}
