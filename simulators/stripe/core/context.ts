import type { Ids } from './ids.ts'
import type { Account, AnyObject, State } from './state.ts'

/** What the API and the pages act on. */
export type World = Ids & {
  state: State
  /** The product's own origin, no slash at the end. */
  publicUrl: string
  /** Unix seconds. */
  now(): number
  /** To be called after every change, so that it is saved. */
  changed(): void
  /** Records an event and sends it to the account's webhook endpoints that want it. `previous` holds what an update replaced. */
  emit(account: Account, type: string, object: AnyObject, previous?: object): void
}
