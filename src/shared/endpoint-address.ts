export type EndpointAddress<Method extends string = string, Path extends string = string> = { method: Method; path: Path }

export const get = <const Path extends string>(path: Path) => ({ method: 'GET', path }) as const
export const post = <const Path extends string>(path: Path) => ({ method: 'POST', path }) as const
export const put = <const Path extends string>(path: Path) => ({ method: 'PUT', path }) as const
export const del = <const Path extends string>(path: Path) => ({ method: 'DELETE', path }) as const

/** What the server does before it runs an action of a record. */
export type ActionFacts = {
  /** The record alone, or the balance of its invoice, whose open checkouts are closed before: so no customer pays an amount that isn't due any more. */
  locks: 'nothing' | 'row' | 'balance'
  /** The rule that is asked under the lock. @returns the sentence with which it refuses */
  may?: (doc: never) => true | string
  /** What the path's second id is of, for the message where there is none. */
  of?: string
}

/** A change of a record that exists: its address, from which its endpoint is made, with these facts. */
export const defineAction = <const A extends EndpointAddress, const F extends ActionFacts>(address: A, facts: F) => ({
  ...address,
  ...facts,
})
