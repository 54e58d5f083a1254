import { get, put } from '#shared/endpoint-address.ts'
import type { DocumentKind } from '#shared/record-types.ts'

export const numberingAddresses = <const Kind extends DocumentKind>(kind: Kind) => {
  const path = `/api/${kind}-numbering` as const
  return { numberPattern: get(path), saveNumberPattern: put(path) }
}
