import { isJsonObject } from '#simulators/kit/http.ts'
import { type File, listSchemaParts, type Schema } from './openapi.ts'

/** PayPal ignores unknown fields, so that a misspelled one would not be noticed. */
export const listUnknownFields = (file: File, schemas: readonly Schema[], value: unknown, path = ''): string[] => {
  const parts = schemas.flatMap((schema) => listSchemaParts(file, schema))
  if (Array.isArray(value)) {
    const items = parts.map(({ items }) => items).filter(isJsonObject)
    return items.length === 0 ? [] : value.flatMap((item, index) => listUnknownFields(file, items, item, `${path}/${index}`))
  }
  if (!isJsonObject(value)) return []
  const known = parts.map(({ properties }) => properties).filter(isJsonObject)
  if (known.length === 0) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const matching = known.map((properties) => properties[name]).filter(isJsonObject)
    return matching.length === 0 ? [`${path}/${name}`] : listUnknownFields(file, matching, inner, `${path}/${name}`)
  })
}
