import type { Ids } from './ids.ts'
import type { Account, State } from './state.ts'

export type WebhookEvent = {
  type: string
  resourceType: 'capture' | 'refund' | 'checkout-order' | 'dispute'
  summary: string
  resource: object
}

export type Context = {
  state: State
  /** Without a slash at the end. */
  publicUrl: string
  origin(): string
  /** Unix seconds. */
  now(): number
  ids: Ids
  /** To be called after every change of the state. */
  changed(): void
  emit(account: Account, event: WebhookEvent): void
}

/** 1767225600 -> '2026-01-01T00:00:00Z' */
export const formatIsoTime = (unixSeconds: number) => new Date(unixSeconds * 1000).toISOString().replace('.000Z', 'Z')
