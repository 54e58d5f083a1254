/** What this browser keeps of a half-typed record. */
export type EntityDraft = {
  values: Record<string, unknown>
  /** An edit's: what it began from. */
  version?: number | undefined
  /** What the form shows of records that the fields refer to. */
  shown?: unknown
}

const isPlain = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** Reads what was kept, with care: anything may have written it. Fields that the form doesn't have are left out, missing ones are as in a fresh form. */
export const readDraft = (fields: object, kept: unknown): EntityDraft | undefined => {
  if (typeof kept !== 'object' || kept === null || !('values' in kept)) return undefined
  const { values, version, shown } = kept as EntityDraft
  if (typeof values !== 'object' || values === null) return undefined
  const known = Object.entries(fields).map(([name, fresh]) => [name, Object.hasOwn(values, name) ? values[name] : fresh] as const)
  if (!known.every(([, value]) => isPlain(value) || value === undefined)) return undefined
  return { values: Object.fromEntries(known), shown, ...(Number.isSafeInteger(version) ? { version } : {}) }
}
