import type { DeletionEffect } from '#shared/contract/account.ts'
import { getRecordKind, type RecordType, recordTypeNames } from '#shared/record-types.ts'

const formatNumber = (n: number) => n.toLocaleString('en-US')
/** '2 customers'; an empty list for zero. */
const formatCount = (n: number, one: string, many = `${one}s`): string[] => (n === 0 ? [] : [`${formatNumber(n)} ${n === 1 ? one : many}`])
const joinList = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

const links = (documents: number) => `your customers’ ${documents === 1 ? 'link' : 'links'} will stop working`

const invoices = ({ invoices: all, unpaidInvoices: unpaid }: DeletionEffect): string[] => {
  const count = formatCount(all, 'invoice')
  if (all === 0 || unpaid === 0) return count
  const open = unpaid === all ? (all === 1 ? 'not paid yet' : 'none of them paid yet') : `${formatNumber(unpaid)} of them unpaid`
  return [`${count}, ${open}: ${links(unpaid)}`]
}

/** Have a line each; all others share one. */
const ownLines: readonly RecordType[] = ['invoices', 'estimates', 'expenses']
const formatRecords = (name: RecordType, n: number) =>
  name === 'items' ? formatCount(n, 'item or service', 'items and services') : formatCount(n, getRecordKind(name))

/** One line each, without periods. @param plan name of the user's plan */
export const listDeletionEffects = (effect: DeletionEffect, plan: string): string[] => {
  const records = recordTypeNames.filter((name) => !ownLines.includes(name)).flatMap((name) => formatRecords(name, effect[name]))
  return [
    ...invoices(effect),
    ...formatCount(effect.estimates, 'estimate').map((count) => `${count}: ${links(effect.estimates)}`),
    ...(records.length > 0 ? [joinList(records)] : []),
    ...formatCount(effect.expenses, 'expense'),
    ...formatCount(effect.files, 'receipt or picture', 'receipts and pictures'),
    ...formatCount(effect.payments, 'recorded payment').map(
      (count) => `${count}. Payments you received stay in your Stripe and PayPal accounts`,
    ),
    'Your business profile, your name and your sign-in',
    ...(effect.hasSubscription ? [`${plan} ends now and is not refunded`] : []),
  ]
}
