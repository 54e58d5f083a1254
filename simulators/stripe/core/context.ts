import type { Ids } from './ids.ts'
import type { Account, AnyObject, State } from './state.ts'

export type Context = Ids & {
  state: State
  /** The product's own origin, without a slash at the end. */
  publicUrl: string
  /** Unix seconds. */
  now(): number
  /** To be called after every change of the state: saves it. */
  changed(): void
  /** Stores the event and sends it to the endpoints that listen to its type. `previous` holds the values that an update replaced. */
  emit(account: Account, type: string, object: AnyObject, previous?: object): void
}
