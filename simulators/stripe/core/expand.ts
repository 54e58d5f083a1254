import { ApiError } from './errors.ts'
import { type Account, findAny } from './state.ts'

type Tree = Record<string, unknown>
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

const refused = (path: string) => new ApiError(400, `This property cannot be expanded (${path}).`, { param: 'expand' })

const expandOne = (account: Account, tree: Tree, [key = '', ...rest]: string[], path: string): void => {
  const extra = account.billing.onRequest[String(tree.id)]
  if (!Object.hasOwn(tree, key) && extra && Object.hasOwn(extra, key)) tree[key] = structuredClone(extra[key])
  if (!Object.hasOwn(tree, key)) throw refused(path)
  let value = tree[key]
  if (typeof value === 'string') {
    const found = findAny(account, value)
    if (!found) throw refused(path)
    value = tree[key] = structuredClone(found)
  }
  if (rest.length === 0 || value === null) return
  const items = Array.isArray(value) ? value : [value]
  for (const item of items) {
    if (!isTree(item)) throw refused(path)
    expandOne(account, item, rest, path)
  }
}

/** A copy of `object` in which each reference that `paths` name ('payment_intent.latest_charge') is the object itself. */
export const expanded = (account: Account, object: object, paths: readonly string[]): object => {
  const copy = structuredClone(object)
  for (const path of paths) {
    const parts = path.split('.')
    if (parts.length > 4) throw new ApiError(400, 'You cannot expand more than 4 levels of a property.', { param: 'expand' })
    expandOne(account, copy as Tree, parts, path)
  }
  return copy
}
