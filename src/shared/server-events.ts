/** The stream of server-sent updates of whoever is signed in. */
export const eventStreamPath = '/api/live'

/** What may have changed. The database's triggers say it; which rows these were, whoever is told asks for himself. */
export const changeTopics = [
  'customers',
  'items',
  'expenses',
  'invoices',
  'estimates',
  'payments',
  /** E-mails with a customer's statement. */
  'statements',
  /** The business profile, and the keys of payment providers. */
  'profile',
  /** The user: name, plan, what is left of the trial. */
  'account',
] as const
export type ChangeTopic = (typeof changeTopics)[number]

/**
 * What the stream says, by the names of its events. `agoMs` is how long ago the last change was heard of: whatever a page asked for since then
 * is what there is now. It is a duration, so nobody's clock has to be right, and every server process can say it.
 */
export type ServerEvents = {
  /** The first one. What was asked for longer ago may be old, whatever it is. */
  hello: { agoMs: number }
  /** The same, after the server itself had heard nothing for a while. */
  resync: { agoMs: number }
  changed: { topics: ChangeTopic[]; agoMs: number }
  /** The session is over, and with it the stream. */
  'signed-out': Record<never, never>
  /** The user has more streams than one person looks at, and this was the oldest: it doesn't come back by itself. */
  'too-many': Record<never, never>
}
export type ServerEventName = keyof ServerEvents
