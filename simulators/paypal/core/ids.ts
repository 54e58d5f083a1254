import { randomBytes } from 'node:crypto'
import { createText } from '#simulators/kit/ids.ts'
import type { State } from './state.ts'

const alphabets = {
  resource: '0123456789ABCDEFGHJKLMNPRSTUVWXY',
  hex: '0123456789abcdef',
  token: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
}

/** With a seed, the same calls get the same ids in every run; the state counts them. */
export const createIds = (state: State, seed: string | undefined) => {
  const text = (length: number, alphabet: keyof typeof alphabets) => {
    state.idsGiven += 1
    return createText(length, alphabets[alphabet], seed === undefined ? null : `${seed}:${state.idsGiven}`)
  }
  return {
    text,
    /** e.g. '5O190127TN364715T' */
    resource: () => text(17, 'resource'),
    event: () => `WH-${text(17, 'resource')}-${text(17, 'resource')}`,
    dispute: () => {
      state.idsGiven += 1
      return `PP-D-${1000 + state.idsGiven}`
    },
    transmission: () => [8, 4, 4, 4, 12].map((length) => text(length, 'hex')).join('-'),
    debug: () => randomBytes(7).toString('hex').slice(0, 13),
  }
}
export type Ids = ReturnType<typeof createIds>
