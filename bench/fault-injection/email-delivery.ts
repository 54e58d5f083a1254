import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from './environment.ts'
import type { MailServer } from './mail-server.ts'

/** Has every e-mail tried that still waits, now instead of later, until none does. @returns how many wait all the same */
export const drainEmails = async (world: Environment, patienceMs: number): Promise<number> => {
  for (const until = performance.now() + patienceMs; ; await sleep(500)) {
    const [row] = await world.rows<{ waiting: number }>("select count(*)::int as waiting from invoice_emails where state = 'queued'")
    if (row!.waiting === 0 || performance.now() > until) return row!.waiting
    await world.rows('update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()')
  }
}

/** What became of all e-mails that were queued: each is with the mail server, once. Messages that it kept silent about may come again. */
export const countEmails = async (world: Environment, server: MailServer) => {
  const rows = await world.rows<{ id: number; user: number; invoice: number; state: string }>(
    "select id, user_id as user, invoice_id as invoice, state from invoice_emails where kind = 'invoice' order by id",
  )
  const idOf = ({ id, user, invoice }: (typeof rows)[number]) => `<invoice-${user}-${invoice}-${id}@localhost>`
  const lost = rows.filter((row) => row.state !== 'accepted' || !server.came.has(idOf(row)))
  const all = [...server.came.values()]
  return {
    lostMails: lost.length,
    doubleMails: all.reduce((sum, { times, cut }) => sum + Math.max(times - cut - 1, 0), 0),
    /** Messages that came again because nobody had said that they were taken. */
    cutAndAgain: all.reduce((sum, { times, cut }) => sum + (cut > 0 ? times - 1 : 0), 0),
    arrived: all.length,
    findings: lost
      .slice(0, 5)
      .map((row) => `lost mail: ${idOf(row)} is ${row.state}, and ${server.came.has(idOf(row)) ? 'came' : 'never came'}`),
  }
}
