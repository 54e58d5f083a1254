import { createText } from '#simulators/kit/ids.ts'
import type { State } from './state.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

type PaymentPrefix = 'pi_' | 'ch_' | 're_' | 'txn_' | 'pm_' | 'du_' | 'cs_test_' | 'cs_live_'
type BillingPrefix = 'prod_' | 'price_' | 'cus_' | 'sub_' | 'si_' | 'in_' | 'il_' | 'bps_'
type Prefix = PaymentPrefix | BillingPrefix | 'we_' | 'evt_' | 'req_' | 'del_'

export type Ids = {
  randomText(length: number, kind: string): string
  newId(prefix: Prefix): string
}

/** With a seed, the nth id of a kind is the same in every run; the state counts how many there were. */
export const createIds = (state: State): Ids => {
  const randomText = (length: number, kind: string) => {
    if (state.seed === null) return createText(length, alphabet, null)
    const count = (state.given[kind] ?? 0) + 1
    state.given[kind] = count
    return createText(length, alphabet, `${state.seed}:${kind}:${count}`)
  }
  const newId = (prefix: Prefix) => {
    if (prefix === 'cs_test_' || prefix === 'cs_live_') return `${prefix}a1${randomText(56, prefix)}`
    return prefix === 'req_' ? `req_${randomText(14, prefix)}` : `${prefix}3${randomText(23, prefix)}`
  }
  return { randomText, newId }
}
