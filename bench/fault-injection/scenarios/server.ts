import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { countEmails, drainEmails } from '../email-delivery.ts'
import { type Deployment, startEnvironment } from '../environment.ts'
import type { Options } from '../options.ts'
import { createRow, type Row } from '../report.ts'
import { isTimeUp, type Run } from '../run.ts'
import type { ServerProcess } from '../server-process.ts'
import { verifyData } from '../verify-data.ts'
import { createWorkload } from '../workload.ts'

/** Of this many ends, one is a polite one. */
const stopsOf = 6
/** How long a server may take over what is under way when it is asked to end. */
const stopMs = 5000

/** Kills servers at random moments while everybody writes: each of several on one database in turn, or the only one, which has its database to itself. */
const killServers = async (way: Deployment, kills: number, { writers, seed }: Options, run: Run): Promise<Row> => {
  const world = await startEnvironment({ way })
  try {
    const crew = await createWorkload(world, { writers, seed, mix: { mails: 8, uploads: 3 } })
    if (way === 'alone') await world.letGo()
    const seats = way === 'shared' ? 2 : 1
    const nodes: (ServerProcess | null)[] = []
    for (let seat = 0; seat < seats; seat++) nodes.push(await world.start())
    const work = crew.start((writer) =>
      Array.from({ length: seats }, (_, i) => nodes[(writer + i) % seats]).flatMap((node) => (node ? [node.origin] : [])),
    )
    const recoveriesMs: number[] = []
    const findings: string[] = []
    let [killed, stopped, exits, begun] = [0, 0, 0, 0]
    const torture = async (seat: number) => {
      while (begun < kills && !isTimeUp(run)) {
        begun++
        await sleep(begun % 4 === 0 ? randomInt(400, 1500) : randomInt(30, 400))
        const node = nodes[seat]!
        nodes[seat] = null
        if (node.hasExited()) {
          exits++
          findings.push(`a server ended by itself: ${node.log().slice(-300)}`)
        } else if (way === 'shared' && begun % stopsOf === 0) {
          const { code, ms } = await node.stop()
          stopped++
          if (code !== 0 || ms > stopMs) findings.push(`a server that was asked to end did so with ${code} after ${Math.round(ms)} ms`)
        } else {
          await node.kill()
          killed++
        }
        world.forget(node)
        const began = performance.now()
        nodes[seat] = await world.start()
        recoveriesMs.push(performance.now() - began)
      }
    }
    await Promise.all(nodes.map((_, seat) => torture(seat)))
    await work.stop()
    const waiting = await drainEmails(world, 120_000)
    for (const node of nodes) {
      await node?.stop()
      if (node) world.forget(node)
    }
    await world.hold()
    const mails = await countEmails(world, world.mail!)
    const verdict = await verifyData(world, crew.people, crew.ledger)
    const { acknowledged, unanswered, wrong } = crew.tally
    return createRow(way === 'shared' ? 'server, two on one database' : 'server with its own database', {
      ...verdict,
      acknowledged,
      unanswered,
      faults: killed,
      wrongAnswers: wrong.length,
      exits,
      lostMails: mails.lostMails,
      doubleMails: mails.doubleMails,
      mayDouble: true,
      recoveriesMs,
      findings: [...findings, ...wrong.slice(0, 5), ...verdict.findings, ...mails.findings],
      notes: [
        ...(stopped > 0 ? [`${stopped} servers were asked to end instead (SIGTERM)`] : []),
        ...(waiting > 0 ? [`${waiting} e-mails still waited after two minutes`] : []),
        `${mails.arrived} messages arrived; * a server that dies between the mail server's answer and its own note sends the message again, under its id`,
      ],
    })
  } finally {
    await world.close()
  }
}

/** Most kills meet two servers on one database; a fifth the one that starts its database itself, and adopts it after each kill. */
export const runServerKills = async (options: Options, run: Run): Promise<Row[]> => {
  const alone = Math.ceil(options.serverKills / 5)
  return [await killServers('shared', options.serverKills - alone, options, run), await killServers('alone', alone, options, run)]
}
