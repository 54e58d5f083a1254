import type { DeletionEffect } from '#shared/contract/account.ts'

const number = (n: number) => n.toLocaleString('en-US')
/** '1 customer', '2 customers'; nothing for none. */
const some = (n: number, one: string, many = `${one}s`): string[] => (n === 0 ? [] : [`${number(n)} ${n === 1 ? one : many}`])
const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

const links = (documents: number) => `your customers’ ${documents === 1 ? 'link' : 'links'} will stop working`

const invoices = ({ invoices: all, unpaidInvoices: unpaid }: DeletionEffect): string[] => {
  const count = some(all, 'invoice')
  if (all === 0 || unpaid === 0) return count
  const open = unpaid === all ? (all === 1 ? 'not paid yet' : 'none of them paid yet') : `${number(unpaid)} of them unpaid`
  return [`${count}, ${open}: ${links(unpaid)}`]
}

/**
 * What would be gone for good, a line each, without full stops.
 * @param plan what the user's plan is called, where one runs
 */
export const listDeletionEffects = (effect: DeletionEffect, plan: string): string[] => {
  const records = [...some(effect.customers, 'customer'), ...some(effect.items, 'item or service', 'items and services')]
  return [
    ...invoices(effect),
    ...some(effect.estimates, 'estimate').map((count) => `${count}: ${links(effect.estimates)}`),
    ...(records.length > 0 ? [listed(records)] : []),
    ...some(effect.expenses, 'expense'),
    ...some(effect.files, 'receipt or picture', 'receipts and pictures'),
    ...some(effect.payments, 'recorded payment').map(
      (count) => `${count}. Payments that you received stay in your own Stripe and PayPal accounts`,
    ),
    'Your business profile, your name and your sign-in',
    ...(effect.hasSubscription ? [`${plan} ends now and isn’t paid back`] : []),
  ]
}
