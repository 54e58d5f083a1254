import { runInvoiceAction } from './invoice-actions.ts'
import type { FormContext, ListedForm } from './record-forms.ts'
import { dialog } from './saves.ts'

const arrange = ({ records, customerId }: FormContext) => records.invoice({ customerId, invoiceNumber: 'A-1', status: 'sent' })
const typed = [
  ['Amount', '40'],
  ['Note', 'By bank'],
] as const
const fillIn = async ({ page }: FormContext) => {
  for (const [label, value] of typed) await dialog(page).getByLabel(label, { exact: true }).fill(value)
  return dialog(page)
}
const payment = {
  ...{ arrange, typed, button: 'Record Payment', sendsTo: /\/payments$/, saved: 'Payment recorded' },
  field: ['notes', 'Note'] as const,
}

/** Money that is received and recorded by hand. */
export const moneyForms: readonly ListedForm[] = [
  {
    ...payment,
    name: 'a payment',
    path: '/invoices',
    open: async (world) => {
      await runInvoiceAction(world.page, 'A-1', 'Record Payment')
      return fillIn(world)
    },
  },
  {
    ...payment,
    name: 'a payment of a customer',
    arrange: async (world) => {
      await arrange(world)
      return world.customerId
    },
    path: (customerId) => `/customers/${customerId}`,
    open: async (world) => {
      await world.page.getByRole('button', { name: 'Record Payment' }).click()
      return fillIn(world)
    },
  },
]
