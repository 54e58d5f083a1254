import { isTree } from '#simulators/paypal/core/params.ts'
import { type File, partsOf, type Schema } from './openapi.ts'

/**
 * The names in `value` that PayPal's description doesn't have, as paths like '/purchase_units/0/colour'. PayPal ignores what it doesn't
 * know, so that a misspelt name would go unnoticed.
 */
export const unknownNames = (file: File, schemas: readonly Schema[], value: unknown, path = ''): string[] => {
  const parts = schemas.flatMap((schema) => partsOf(file, schema))
  if (Array.isArray(value)) {
    const items = parts.map(({ items }) => items).filter(isTree)
    return items.length === 0 ? [] : value.flatMap((item, index) => unknownNames(file, items, item, `${path}/${index}`))
  }
  if (!isTree(value)) return []
  const known = parts.map(({ properties }) => properties).filter(isTree)
  if (known.length === 0) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const meant = known.map((properties) => properties[name]).filter(isTree)
    return meant.length === 0 ? [`${path}/${name}`] : unknownNames(file, meant, inner, `${path}/${name}`)
  })
}
