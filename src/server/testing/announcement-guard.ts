import type { AnnouncedTopic, Database, Db } from '#server/platform/db/client.ts'
import { documentKinds } from '#shared/record-types.ts'

const documentTopics = documentKinds.map((kind) => `${kind}s` as const)
/** The tables whose changes browsers show, and the topics of which a transaction that writes to one must announce at least one. */
export const announcedTables: Record<string, readonly AnnouncedTopic[]> = {
  documents: documentTopics,
  customers: ['customers'],
  bounced_addresses: ['customers'],
  items: ['items'],
  tax_rates: ['tax-rates'],
  tax_rate_components: ['tax-rates'],
  exchange_rates: ['exchange-rates'],
  recurring_invoices: ['recurring-invoices'],
  recurring_versions: ['recurring-invoices'],
  scheduled_sends: documentTopics,
  statement_schedules: ['statements'],
  statement_runs: ['statements'],
  expenses: ['expenses'],
  payments: ['payments'],
  invoice_instalments: ['invoices'],
  payment_refunds: ['payments'],
  payment_attempts: ['payments'],
  saved_cards: ['customers'],
  automatic_payments: ['invoices'],
  payment_checks: ['payments'],
  payment_credentials: ['profile'],
  business_profiles: ['profile'],
  statement_emails: ['statements'],
  reminder_settings: ['reminders'],
  reminder_rules: ['reminders'],
  reminder_emails: ['reminders'],
  reminders: ['reminders'],
  reminder_opt_outs: ['reminders'],
  late_fee_rules: ['late-fees'],
  late_fees: ['late-fees'],
  book_closings: ['books'],
  manual_entries: ['books'],
}

/** Also: updates of users, and deletions of users and sessions. A new user or session has no stream yet. */
const write = /\b(insert\s+into|update|delete\s+from)\s+(?:only\s+)?"?(\w+)"?/gi

type Need = { text: string; topics: readonly AnnouncedTopic[] }

const listNeeds = (text: string): Need[] =>
  [...text.matchAll(write)].flatMap(([, verb, name]) => {
    const table = name!.toLowerCase()
    const isUpdate = /^update/i.test(verb!)
    const isDeletion = /^delete/i.test(verb!)
    if (table === 'users' && isUpdate) return [{ text, topics: ['account'] as const }]
    if ((table === 'users' || table === 'sessions') && isDeletion) return [{ text, topics: ['sessions'] as const }]
    const topics = announcedTables[table]
    return topics ? [{ text, topics }] : []
  })

/** Statements that change nothing that a browser shows. */
const invisible: readonly RegExp[] = [
  // When a provider was last asked about an attempt.
  /^update payment_attempts set asked_at = /,
  // Deleted documents, which are not listed.
  /^update documents p set customer_id = null, former_customer_id = /,
]

type Query = (...args: unknown[]) => Promise<{ rowCount: number | null }>
type Sent = { needs: Need[]; rowCount: Promise<number | null> }

/**
 * The same database for tests, in which a transaction fails when it changed rows that browsers show without announcing their topic. It sees the SQL texts
 * of the transaction, but not the statements of functions in the database.
 * @returns the database, and `check`, which throws when a transaction failed so: requests and jobs report such an error as an internal one
 */
export const guardAnnouncements = (database: Database): { database: Database; check: () => void } => {
  const failures = new Set<string>()
  const guard =
    <D extends Db, T>(work: (db: D) => Promise<T>) =>
    async (db: D): Promise<T> => {
      const client = (db.orm as unknown as { $client: { query?: Query } }).$client
      const query = client.query!
      const sent: Sent[] = []
      client.query = (...args) => {
        const answer = query.apply(client, args)
        const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text
        const needs = invisible.some((pattern) => pattern.test(text)) ? [] : listNeeds(text)
        if (needs.length > 0)
          sent.push({
            needs,
            rowCount: answer.then(
              (result) => result.rowCount,
              () => 0,
            ),
          })
        return answer
      }
      const announced = new Set<AnnouncedTopic>()
      const { announce } = db
      Object.assign(db, {
        announce: (...[topic, userId]: Parameters<typeof announce>) => {
          announce(topic, userId)
          announced.add(topic)
        },
      })
      try {
        const result = await work(db)
        for (const { needs, rowCount } of sent) {
          // A statement that found no rows changed nothing.
          if (!(await rowCount)) continue
          const missing = needs.find(({ topics }) => !topics.some((topic) => announced.has(topic)))
          if (!missing) continue
          const failure = `A transaction must announce '${missing.topics.join("' or '")}' after: ${missing.text}`
          failures.add(failure)
          throw new Error(failure)
        }
        return result
      } finally {
        client.query = query
      }
    }
  return {
    database: {
      ...database,
      asUser: (userId, work, signal) => database.asUser(userId, guard(work), signal),
      asNobody: (work) => database.asNobody(guard(work)),
    },
    check: () => {
      if (failures.size > 0) throw new Error([...failures].join('\n'))
    },
  }
}
