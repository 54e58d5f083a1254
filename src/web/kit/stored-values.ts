export type StoredValues = {
  values: Record<string, unknown>
  /** For edits: the version that the input started from. */
  version?: number | undefined
  shown?: unknown
}

const isPrimitive = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)

const isRow = (row: unknown) => typeof row === 'object' && row !== null && Object.values(row).every(isPrimitive)

const isLike = (fresh: unknown, value: unknown): boolean =>
  Array.isArray(fresh)
    ? Array.isArray(value) &&
      value.every((item) => (isPrimitive(item) ? fresh.length === 0 || isPrimitive(fresh[0]) : isRow(item) && !isPrimitive(fresh[0])))
    : isPrimitive(value) || value === undefined

/** Unknown fields are dropped, missing ones get their initial values. */
export const readDraft = (fields: object, stored: unknown): StoredValues | undefined => {
  if (typeof stored !== 'object' || stored === null || !('values' in stored)) return undefined
  const { values, version, shown } = stored as StoredValues
  if (typeof values !== 'object' || values === null) return undefined
  const known = Object.entries(fields).map(([name, fresh]) => [name, Object.hasOwn(values, name) ? values[name] : fresh, fresh] as const)
  if (!known.every(([, value, fresh]) => isLike(fresh, value))) return undefined
  return {
    values: Object.fromEntries(known.map(([name, value]) => [name, value])),
    shown,
    ...(Number.isSafeInteger(version) ? { version } : {}),
  }
}
