import type { Ids } from './ids.ts'
import type { Account, State } from './state.ts'

export type Announcement = {
  type: string
  resourceType: 'capture' | 'refund' | 'checkout-order' | 'dispute'
  summary: string
  resource: object
}

/** What the API, the pages and the test plane act on. */
export type World = {
  state: State
  /** The product's own origin, no slash at the end. */
  publicUrl: string
  /** The API's own origin, which the links in its answers name. */
  origin(): string
  /** Unix seconds. */
  now(): number
  ids: Ids
  /** To be called after every change, so that it is saved. */
  changed(): void
  /** Records an event and sends it to the app's webhooks that want it. */
  emit(account: Account, event: Announcement): void
}

/** 1767225600 -> '2026-01-01T00:00:00Z' */
export const isoTime = (unixSeconds: number) => new Date(unixSeconds * 1000).toISOString().replace('.000Z', 'Z')
