import { createHash, randomInt } from 'node:crypto'
import type { State } from './state.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

type PaymentPrefix = 'pi_' | 'ch_' | 're_' | 'pm_' | 'du_' | 'cs_test_' | 'cs_live_'
type BillingPrefix = 'prod_' | 'price_' | 'cus_' | 'sub_' | 'si_' | 'in_' | 'il_' | 'bps_'
export type Prefix = PaymentPrefix | BillingPrefix | 'we_' | 'evt_' | 'req_' | 'del_'

/** Where ids and secrets come from: by chance, or the same ones every time when the state has a seed. */
export type Ids = {
  /** Letters and digits, as Stripe's ids and secrets are made of. `kind` keeps the sequences of a seed apart. */
  randomText(length: number, kind: string): string
  /** An id in Stripe's shape, e.g. `newId('pi_')` gives 'pi_3' and 23 characters more. */
  newId(prefix: Prefix): string
}

const seededText = (seed: string, length: number) => {
  let text = ''
  for (let block = 0; text.length < length; block++)
    for (const byte of createHash('sha256').update(`${block}:${seed}`).digest()) text += letters[byte % letters.length]
  return text.slice(0, length)
}

/** With a seed the nth id of a kind is always the same, whatever else was made in between; how many there were is part of the state. */
export const idsOf = (state: State): Ids => {
  const randomText = (length: number, kind: string) => {
    if (state.seed === null) return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
    const count = (state.given[kind] ?? 0) + 1
    state.given[kind] = count
    return seededText(`${state.seed}:${kind}:${count}`, length)
  }
  const newId = (prefix: Prefix) => {
    if (prefix === 'cs_test_' || prefix === 'cs_live_') return `${prefix}a1${randomText(56, prefix)}`
    return prefix === 'req_' ? `req_${randomText(14, prefix)}` : `${prefix}3${randomText(23, prefix)}`
  }
  return { randomText, newId }
}
