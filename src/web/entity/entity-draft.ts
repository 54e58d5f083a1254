/** A stored draft of a record's form. */
export type EntityDraft = {
  values: Record<string, unknown>
  /** For edits: the version that the input started from. */
  version?: number | undefined
  /** Display values of referenced records. */
  shown?: unknown
}

const isPrimitive = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** Validates a stored draft, which may have any shape. Unknown fields are dropped, missing ones get their initial values. */
export const readDraft = (fields: object, stored: unknown): EntityDraft | undefined => {
  if (typeof stored !== 'object' || stored === null || !('values' in stored)) return undefined
  const { values, version, shown } = stored as EntityDraft
  if (typeof values !== 'object' || values === null) return undefined
  const known = Object.entries(fields).map(([name, fresh]) => [name, Object.hasOwn(values, name) ? values[name] : fresh] as const)
  if (!known.every(([, value]) => isPrimitive(value) || value === undefined)) return undefined
  return { values: Object.fromEntries(known), shown, ...(Number.isSafeInteger(version) ? { version } : {}) }
}
