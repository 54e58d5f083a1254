import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withoutSignature } from '#server/platform/mail/testing/mail-server.ts'
import type { Environment } from './environment.ts'
import type { Deliveries } from './mail-server.ts'

/** Retries all queued emails at once, without their delays, until none is left. @returns how many are still queued after the timeout */
export const drainEmails = async (environment: Environment, timeoutMs: number): Promise<number> => {
  for (const until = performance.now() + timeoutMs; ; await sleep(500)) {
    const [row] = await environment.rows<{ queued: number }>("select count(*)::int as queued from document_emails where state = 'queued'")
    if (row!.queued === 0 || performance.now() > until) return row!.queued
    await environment.rows('update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()')
  }
}

/** The messages in the outbox folder, which a server without a mail server writes. */
const readOutbox = (filesDir: string): Deliveries => {
  const deliveries: Deliveries = new Map()
  let names: string[] = []
  try {
    names = readdirSync(join(filesDir, 'outbox')).filter((name) => name.endsWith('.json'))
  } catch {
    // No message was written yet.
  }
  for (const name of names) {
    const stored = JSON.parse(readFileSync(join(filesDir, 'outbox', name), 'utf8')) as { messageId: string }
    const messageId = withoutSignature(stored.messageId)!
    deliveries.set(messageId, { times: (deliveries.get(messageId)?.times ?? 0) + 1, cut: 0 })
  }
  return deliveries
}

/**
 * Compares the emails in the database with the delivered messages. A message whose delivery the mail server did not confirm may arrive again, so it
 * doesn't count as a duplicate.
 */
export const countEmails = async ({ rows, mailServer, filesDir }: Environment) => {
  const deliveries = mailServer?.deliveries ?? readOutbox(filesDir)
  const emails = await rows<{ id: number; user: number; invoice: number; state: string; reason: string | null }>(
    "select id, user_id as user, document_id as invoice, state, reason from document_emails where kind = 'document' order by id",
  )
  const messageId = ({ id, user, invoice }: (typeof emails)[number]) => `<invoice-${user}-${invoice}-${id}@localhost>`
  const lost = emails.filter((email) => email.state !== 'accepted' || !deliveries.has(messageId(email)))
  const counts = [...deliveries.values()]
  return {
    lostEmails: lost.length,
    duplicateEmails: counts.reduce((sum, { times, cut }) => sum + Math.max(times - cut - 1, 0), 0),
    /** Deliveries that were repeated because an earlier one was not confirmed. */
    repeated: counts.reduce((sum, { times, cut }) => sum + (cut > 0 ? times - 1 : 0), 0),
    delivered: counts.length,
    findings: lost
      .slice(0, 5)
      .map(
        (email) =>
          `lost email: ${messageId(email)} is ${email.state} (${email.reason}) and ${deliveries.has(messageId(email)) ? 'was' : 'was not'} delivered`,
      ),
  }
}
