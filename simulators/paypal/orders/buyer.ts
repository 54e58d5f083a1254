import { deriveAccountNumber } from '#simulators/paypal/core/keys.ts'
import type { Order } from '#simulators/paypal/core/state.ts'

export const getPayerId = (order: Order) => deriveAccountNumber(`payer:${order.id}`)

const email = 'buyer@sandbox.example'
const name = { given_name: 'Sam', surname: 'Sandbox' }

export const buildBuyer = (order: Order) => ({
  payment_source: {
    paypal: { email_address: email, account_id: getPayerId(order), name, address: { country_code: 'US' } },
  },
  payer: { name, email_address: email, payer_id: getPayerId(order), address: { country_code: 'US' } },
})
