import type { Ids } from './ids.ts'
import type { Account, AnyObject, State } from './state.ts'

/** What the API, the hosted pages and the control API work with. */
export type Context = Ids & {
  state: State
  /** The product's own origin, without a slash at the end. */
  publicUrl: string
  /** Unix seconds. */
  now(): number
  /** Saves the state. To be called after every change of it. */
  changed(): void
  /** Stores an event and sends it to the account's webhook endpoints that listen to its type. `previous` holds the values that an update replaced. */
  emit(account: Account, type: string, object: AnyObject, previous?: object): void
}
