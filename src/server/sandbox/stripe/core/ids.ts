import { randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Random letters and digits, as Stripe's ids and secrets are made of. */
export const randomText = (length: number) => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** An id in Stripe's shape, e.g. `newId('pi_')` gives 'pi_3' and 23 characters more. */
export const newId = (prefix: 'pi_' | 'ch_' | 're_' | 'pm_' | 'we_' | 'evt_' | 'req_' | 'cs_test_' | 'del_') =>
  prefix === 'cs_test_' ? `cs_test_a1${randomText(56)}` : prefix === 'req_' ? `req_${randomText(14)}` : `${prefix}3${randomText(23)}`
