import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mountSmallDisk } from '#server/testing/small-disk.ts'
import { drainEmails } from '../email-delivery.ts'
import { type Environment, startEnvironment } from '../environment.ts'
import type { Options } from '../options.ts'
import { createRow, type Row } from '../report.ts'
import { getRecoveryMs, isTimeUp, type Run } from '../run.ts'
import { verifyData } from '../verify-data.ts'
import { createWorkload } from '../workload.ts'

/** How soon after a disk isn't full any more something must succeed. */
const soonMs = 5000
const patienceMs = 60_000

/** What is on the disk that becomes full, and how large it is: PostgreSQL's log of changes alone takes 80 MB. */
const disks = {
  database: { megabytes: 320, mix: { mails: 5, uploads: 3 }, part: 'full disk of the database' },
  files: { megabytes: 24, mix: { mails: 60, uploads: 20 }, part: 'full disk of files and outbox' },
} as const

/** E-mails that are accepted, against the messages in the outbox folder. */
const outboxMails = async (world: Environment) => {
  const rows = await world.rows<{ id: number; user: number; invoice: number; state: string; reason: string | null }>(
    "select id, user_id as user, invoice_id as invoice, state, reason from invoice_emails where kind = 'invoice'",
  )
  const folder = join(world.filesDir, 'outbox')
  let names: string[] = []
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  } catch {
    // No message was written yet.
  }
  const ids = names.map((name) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { messageId: string }).messageId)
  const lost = rows.filter(
    ({ id, user, invoice, state }) => state !== 'accepted' || !ids.includes(`<invoice-${user}-${invoice}-${id}@localhost>`),
  )
  return {
    lostMails: lost.length,
    doubleMails: ids.length - new Set(ids).size,
    findings: lost.slice(0, 3).map(({ id, state, reason }) => `lost mail: e-mail ${id} is ${state} (${reason})`),
  }
}

const fillUp = async (which: keyof typeof disks, { writers, seed, diskFills, fullSeconds }: Options, run: Run): Promise<Row> => {
  const { megabytes, mix, part } = disks[which]
  const disk = mountSmallDisk(megabytes)
  if (!disk) return createRow(part, { notes: ['left out: this account may not mount a small disk (it takes root)'] })
  try {
    const place = join(disk.folder, 'data')
    const world = await startEnvironment({
      mail: false,
      ...(which === 'database' ? { way: 'alone', dataDir: place } : { way: 'shared', filesDir: place }),
    })
    try {
      const crew = await createWorkload(world, { writers, seed: seed + 2, mix })
      if (world.way === 'alone') await world.letGo()
      const node = await world.start()
      const work = crew.start(() => [node.origin])
      const [recoveriesMs, findings]: [number[], string[]] = [[], []]
      let filled = 0
      for (; filled < diskFills && !isTimeUp(run) && !node.hasExited(); filled++) {
        await sleep(2000)
        // What the app gives back while it is full is taken, too.
        for (const until = performance.now() + fullSeconds * 1000; performance.now() < until; await sleep(100)) disk.fill()
        disk.free()
        const at = performance.now()
        let success: number | null = null
        const isSaved = () => getRecoveryMs(at, crew.tally.successes)
        for (; success === null && performance.now() < at + patienceMs; await sleep(10)) success = isSaved()
        if (success === null) findings.push(`nothing succeeded within ${patienceMs / 1000} s after there was space again`)
        else recoveriesMs.push(success)
        if (success !== null && success > soonMs)
          findings.push(`it took ${Math.round(success)} ms after there was space again, at most ${soonMs} are promised`)
        crew.tally.successes.length = 0
      }
      await work.stop()
      await drainEmails(world, 60_000)
      const exits = Number(node.hasExited())
      if (exits === 0) await node.stop()
      else findings.push(`the server ended: ${node.log().slice(-500)}`)
      world.forget(node)
      await world.hold()
      const mails = await outboxMails(world)
      const verdict = await verifyData(world, crew.people, crew.ledger)
      const { acknowledged, unanswered, toldToWait, wrong } = crew.tally
      return createRow(part, {
        ...verdict,
        ...mails,
        acknowledged,
        unanswered,
        faults: filled,
        wrongAnswers: wrong.length,
        exits,
        recoveriesMs,
        findings: [...findings, ...wrong.slice(0, 5), ...verdict.findings, ...mails.findings],
        notes: [`${toldToWait} requests were told to come back; recovery is from the moment on at which there was space again`],
      })
    } finally {
      await world.close()
    }
  } finally {
    disk.unmount()
  }
}

/** The disk of the database becomes full, then that of uploaded files and outgoing messages. */
export const runFullDisks = async (options: Options, run: Run): Promise<Row[]> => [
  await fillUp('database', options, run),
  await fillUp('files', options, run),
]
