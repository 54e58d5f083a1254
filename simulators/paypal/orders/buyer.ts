import { accountNumber } from '#simulators/paypal/core/keys.ts'
import type { Order } from '#simulators/paypal/core/state.ts'

/** Who pays in the sandbox: one buyer for each order. */
export const payerIdOf = (order: Order) => accountNumber(`payer:${order.id}`)

const emailOf = 'buyer@sandbox.example'
const name = { given_name: 'Sam', surname: 'Sandbox' }

/** What an approved order says about its buyer. */
export const buyerOf = (order: Order) => ({
  payment_source: {
    paypal: { email_address: emailOf, account_id: payerIdOf(order), name, address: { country_code: 'US' } },
  },
  payer: { name, email_address: emailOf, payer_id: payerIdOf(order), address: { country_code: 'US' } },
})
