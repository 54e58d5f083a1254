import { useFormContext, useWatch } from 'react-hook-form'
import { getCurrencySymbol } from '#shared/currencies.ts'
import { formatDay } from '#shared/dates.ts'
import { draftTotals } from '#shared/draft-totals.ts'
import { formatMoney } from '#shared/money.ts'
import { getTaxRates } from '#web/documents/lines/tax-rates.ts'
import { useCustomer } from '#web/entity/pickers/customer-picker.tsx'
import { VersionConflict } from '#web/entity/version-conflict.tsx'
import { formatAmountInput } from '#web/lib/format/amount.ts'
import type { FormConfig } from './form-config.ts'
import type { FormDraft, SavedDocument } from './form-draft.ts'

export type DocumentVersion = { draft: FormDraft; customer: string; owner: 'yours' | 'theirs' }
type LabeledTexts = readonly (readonly [label: string, text: string])[]

const maxLines = 6

const describeLine = ({ lineItems, currency }: FormDraft, i: number) => {
  const line = lineItems[i]
  return line ? `${line.quantity} x ${line.description} at ${formatAmountInput(line.unitPrice, currency)}` : ''
}
const describeDay = (text: string) => (text ? formatDay(text) : '')

export const describeVersion = ({ labels, own }: FormConfig, mine: FormDraft, theirs: FormDraft) => {
  const places = Array.from({ length: Math.max(mine.lineItems.length, theirs.lineItems.length) }, (_, i) => i)
  const differing = places.filter((i) => describeLine(mine, i) !== describeLine(theirs, i))
  return ({ draft, customer, owner }: DocumentVersion): LabeledTexts => {
    const { currency } = draft
    const totals = draftTotals(draft, currency, getTaxRates())
    const count = draft.lineItems.length
    return [
      ['Customer', customer],
      [labels.number, draft.number],
      ['Issue Date', describeDay(draft.issueDate)],
      [labels.endDate, describeDay(draft.endDate)],
      ['Currency', currency],
      ['Exchange Rate', draft.exchangeRate ?? ''],
      ...Object.entries(own).map(([name, { label, choices }]) => {
        const value = String(draft[name as keyof FormDraft] ?? '')
        return [label, choices?.[value] ?? value] as const
      }),
      ...(differing.length <= maxLines
        ? differing.map((i) => [`Line ${i + 1}`, describeLine(draft, i)] as const)
        : [
            [
              'Line items',
              `${owner === 'yours' ? 'Yours' : 'Theirs'}: ${count} lines, ${formatMoney(totals.subtotal, currency)}; ${differing.length} differ`,
            ] as const,
          ]),
      ['Tax Rate (%)', draft.taxRate],
      [`Tax Amount (${getCurrencySymbol(mine.currency)})`, formatMoney(totals.taxAmount, currency)],
      ['Total', formatMoney(totals.total, currency)],
      ['Notes', draft.notes],
      [labels.terms, draft.terms],
    ]
  }
}

type Props = {
  config: FormConfig
  saved: SavedDocument | undefined
  current: SavedDocument
  values: FormDraft
  keepMine: () => void
  takeTheirs: () => void
}

export const DocumentVersionConflict = ({ config, saved, current, values, keepMine, takeTheirs }: Props) => {
  const { control, getValues } = useFormContext<FormDraft>()
  const customer = useCustomer(Number(useWatch({ control, name: 'customerId' })) || null)
  const typed: DocumentVersion = { draft: getValues(), customer: (customer ?? (saved ?? current).customer).name, owner: 'yours' }
  return (
    <VersionConflict
      typed={typed}
      current={{ draft: values, customer: current.customer.name, owner: 'theirs' }}
      describeFields={describeVersion(config, typed.draft, values)}
      {...{ keepMine, takeTheirs }}
    />
  )
}
