import { navigate } from 'wouter/use-browser-location'
import { noAddress } from '#shared/document-status.ts'
import { alreadyPaid } from '#shared/invoice-rules.ts'

export type Refusal = {
  title: string
  reason: string
  error?: Error
  /** Where the missing address can be added. */
  customerId?: number | undefined
}

const titles: Readonly<Record<string, string>> = { [noAddress]: 'No Email Address', [alreadyPaid]: 'Invoice Already Paid' }

export const toRefusal = (reason: string, customerId?: number): Refusal => ({ title: titles[reason] ?? 'Email Failed', reason, customerId })

/** Where a missing address is added. */
export const leadOn = ({ reason, customerId }: Refusal) =>
  reason === noAddress && customerId !== undefined
    ? { action: { label: 'Add email', run: () => navigate(`/customers?open=${customerId}`) } }
    : {}
