import { HttpError } from '#simulators/kit/http.ts'
import type { Context } from '#simulators/stripe/core/context.ts'
import { type Account, findInAllAccounts, type ObjectType, type ObjectTypes } from '#simulators/stripe/core/state.ts'

export type Found<T> = { account: Account; object: T }

/** @throws HttpError 404 */
export const findNamed = <K extends ObjectType>(context: Context, type: K, noun: string, id: string): Found<ObjectTypes[K]> => {
  const found = findInAllAccounts(context.state, type, id)
  if (!found) throw new HttpError(404, `No account has the ${noun} '${id}'.`)
  return found
}
