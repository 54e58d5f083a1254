import type { Ids } from './ids.ts'
import type { Account, State } from './state.ts'

export type WebhookEvent = {
  type: string
  resourceType: 'capture' | 'refund' | 'checkout-order' | 'dispute'
  summary: string
  resource: object
}

/** What the API, the hosted pages and the control API work with. */
export type Context = {
  state: State
  /** The product's own origin, without a slash at the end. */
  publicUrl: string
  /** The API's own origin, for the links in its responses. */
  origin(): string
  /** Unix seconds. */
  now(): number
  ids: Ids
  /** Saves the state. To be called after every change of it. */
  changed(): void
  /** Stores an event and sends it to the app's webhooks that listen to its type. */
  emit(account: Account, event: WebhookEvent): void
}

/** 1767225600 -> '2026-01-01T00:00:00Z' */
export const formatIsoTime = (unixSeconds: number) => new Date(unixSeconds * 1000).toISOString().replace('.000Z', 'Z')
