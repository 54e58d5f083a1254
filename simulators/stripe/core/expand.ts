import { isJsonObject, type JsonObject } from '#simulators/kit/http.ts'
import { ApiError } from './errors.ts'
import { type Account, findObjectById } from './state.ts'

const cannotExpand = (path: string) => new ApiError(400, `This property cannot be expanded (${path}).`, { param: 'expand' })

/** References that some objects lack: Stripe accepts their paths all the same. */
const optionalReferences = new Set(['failure_balance_transaction'])

const expandPath = (account: Account, object: JsonObject, [key = '', ...rest]: string[], path: string): void => {
  const extra = account.billing.onRequest[String(object.id)]
  if (!Object.hasOwn(object, key) && extra && Object.hasOwn(extra, key)) object[key] = structuredClone(extra[key])
  if (!Object.hasOwn(object, key) && object.object === 'refund' && optionalReferences.has(key)) return
  if (!Object.hasOwn(object, key)) throw cannotExpand(path)
  let value = object[key]
  if (typeof value === 'string') {
    const found = findObjectById(account, value)
    if (!found) throw cannotExpand(path)
    value = object[key] = structuredClone(found)
  }
  if (rest.length === 0 || value === null) return
  const items = Array.isArray(value) ? value : [value]
  for (const item of items) {
    if (!isJsonObject(item)) throw cannotExpand(path)
    expandPath(account, item, rest, path)
  }
}

/** @param paths e.g. 'payment_intent.latest_charge' @throws ApiError 400 */
export const expandObject = (account: Account, object: object, paths: readonly string[]): object => {
  const copy = structuredClone(object)
  for (const path of paths) {
    const parts = path.split('.')
    if (parts.length > 4) throw new ApiError(400, 'You cannot expand more than 4 levels of a property.', { param: 'expand' })
    expandPath(account, copy as JsonObject, parts, path)
  }
  return copy
}
