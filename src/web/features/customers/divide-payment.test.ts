import { expect, test } from 'vitest'
import { parseAmount, toDecimal } from '#shared/money.ts'
import { dividePayment } from './divide-payment.ts'

const due = ['100.00', '50.00', '150.00'].map(parseAmount)

test.each([
  ['the first ones first', '120.00', [null, null, null], ['100.00', '20.00', '0.00']],
  ['what is more than all is left over', '330.00', [null, null, null], ['100.00', '50.00', '150.00']],
  ['what was typed stays, and the others share the rest', '120.00', [null, null, '70'], ['50.00', '0.00', '70.00']],
  ['a part that was typed may be none', '120.00', ['0', null, null], ['0.00', '50.00', '70.00']],
  ['more than the payment leaves nothing for the others', '120.00', [null, '150', null], ['0.00', '150.00', '0.00']],
  ['text that is no amount counts as none', '120.00', ['1e', null, null], ['0.00', '50.00', '70.00']],
])('%s', (_what, amount, typed, parts) => {
  expect(dividePayment(parseAmount(amount), due, typed).map(toDecimal)).toEqual(parts)
})
