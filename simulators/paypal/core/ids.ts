import { createHash, randomBytes } from 'node:crypto'
import type { State } from './state.ts'

const alphabets = {
  /** Orders, payments, refunds. */
  resource: '0123456789ABCDEFGHJKLMNPRSTUVWXY',
  hex: '0123456789abcdef',
  token: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
}
type Alphabet = keyof typeof alphabets

/** Makes ids in PayPal's shapes. With a seed the same calls give the same ids again; without one nobody can guess them. */
export const idMaker = (state: State, seed: string | undefined) => {
  const bytes = (length: number): Uint8Array => {
    state.idsGiven += 1
    if (seed === undefined) return randomBytes(length)
    return Buffer.concat([0, 1].map((part) => createHash('sha512').update(`${seed}:${state.idsGiven}:${part}`).digest())).subarray(
      0,
      length,
    )
  }
  // 16, 32 and 64 letters: each byte falls on every letter equally often.
  const text = (length: number, alphabet: Alphabet) =>
    Array.from(bytes(length), (byte) => alphabets[alphabet][byte % alphabets[alphabet].length]).join('')
  const hexGroup = (length: number) => text(length, 'hex')
  return {
    text,
    /** e.g. '5O190127TN364715T', as orders, captures, refunds and webhooks have. */
    resource: () => text(17, 'resource'),
    event: () => `WH-${text(17, 'resource')}-${text(17, 'resource')}`,
    dispute: () => {
      state.idsGiven += 1
      return `PP-D-${1000 + state.idsGiven}`
    },
    transmission: () => [8, 4, 4, 4, 12].map(hexGroup).join('-'),
    debug: () => randomBytes(7).toString('hex').slice(0, 13),
  }
}
export type Ids = ReturnType<typeof idMaker>
