import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type Caller, idempotentRoute, type Request, type Route } from '#server/platform/http/route.ts'
import { parseRowId } from '#server/platform/http/row-id.ts'
import type { Day } from '#shared/dates.ts'
import type { AnyEndpoint, ReplyOf } from '#shared/endpoint.ts'
import type { ActionFacts } from '#shared/endpoint-address.ts'

type AnyAction = AnyEndpoint & ActionFacts
type OnRecord = { user: Caller; id: number; today: Day }

/** How the records of a type are locked, and what is read then. A balance is locked around the transaction, since checkouts are closed before it. */
type Locks<Docs> = {
  [L in keyof Docs]: L extends 'balance'
    ? <T>(of: OnRecord, work: (db: UserDb, doc: Docs[L]) => Promise<T>) => Promise<T>
    : (db: UserDb, id: number, today: Day) => Promise<Docs[L]>
}

/** Never for a lock that the type has not, and for a rule that asks for more than is read under the lock. */
type Handler<A extends AnyAction, Docs, Doc = Docs[A['locks'] & keyof Docs]> = A extends {
  locks: keyof Docs
  may?: (doc: Doc) => true | string
}
  ? (
      request: Omit<Request<A>, 'params'> & OnRecord & { db: UserDb; doc: Doc } & (A extends { of: string } ? { partId: number } : unknown),
    ) => Promise<ReplyOf<A>>
  : never

/** A handler for each action of an API, and for nothing else. */
type Handlers<Api, Docs> = {
  [Name in keyof Api as Api[Name] extends AnyAction ? Name : never]: Api[Name] extends AnyAction ? Handler<Api[Name], Docs> : never
}

/**
 * The routes of the actions of a type. Each is refused under the lock where its rule says so, with 409, and is done once per Idempotency-Key; a repetition gets
 * the first reply, also where it would be refused now.
 */
export const serveActions = <Api, Docs>(api: Api, locks: Locks<Docs>, handlers: Handlers<Api, Docs & { nothing: undefined }>): Route[] => {
  const { row, balance } = locks as unknown as Locks<{ row: unknown; balance: unknown }>
  return Object.entries(handlers).map(([name, handle]) => {
    const action = api[name as keyof Api] as AnyAction
    return idempotentRoute(action, async ({ params, idempotent, ...request }) => {
      const { id, ...others } = params as { id: number }
      const on = { ...request, id, ...(action.of && { partId: parseRowId(String(Object.values(others)[0]), action.of) }) }
      const act = async (db: UserDb, doc?: unknown): Promise<unknown> => {
        const may = action.may?.(doc as never) ?? true
        if (may !== true) throw new AppError(409, may)
        return (handle as (request: object) => Promise<unknown>)({ ...on, db, doc })
      }
      if (action.locks === 'balance') return balance(on, (db, doc) => idempotent(db, () => act(db, doc)))
      return on.user.tx((db) => idempotent(db, async () => act(db, action.locks === 'row' ? await row(db, id, on.today) : undefined)))
    })
  })
}
