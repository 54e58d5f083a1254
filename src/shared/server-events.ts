import { recordTypeNames } from './record-types.ts'

/** Path of the signed-in user's stream of server-sent events. */
export const eventStreamPath = '/api/live'

/** Topics of change events. The server announces them after each committed change; the client refetches the data of a topic. */
export const changeTopics = [
  ...recordTypeNames,
  'payments',
  'tax-rates',
  'exchange-rates',
  'recurring-invoices',
  'reminders',
  /** The rule for late fees, and the fees of invoices. */
  'late-fees',
  /** Emails with a customer's statement. */
  'statements',
  /** The business profile and the payment providers' keys. */
  'profile',
  /** Closings of the books, and entries by hand. */
  'books',
  /** The user: name, plan, trial usage. */
  'account',
] as const
export type ChangeTopic = (typeof changeTopics)[number]

/**
 * The stream's events by name. `agoMs` is the time since the last known change: data that a page fetched after it is current. It is a duration, so
 * the clocks of client and servers don't have to agree.
 */
export type ServerEvents = {
  /** The first event. Anything fetched longer ago than `agoMs` may be stale. */
  hello: { agoMs: number }
  /** The same, after the server could not receive the changes of other nodes for a while. */
  resync: { agoMs: number }
  changed: { topics: ChangeTopic[]; agoMs: number }
  /** Sent every `beatMs`, and nothing else: it shows that the connection lives. */
  beat: 0
  /** The session has ended; the server closes the stream. */
  'signed-out': Record<never, never>
  /** The user has too many streams and this was the oldest; the client must not reconnect automatically. */
  'too-many': Record<never, never>
}
/** The interval of beats. A client that hears none for longer checks its connection. */
export const beatMs = 3000
export type ServerEventName = keyof ServerEvents
