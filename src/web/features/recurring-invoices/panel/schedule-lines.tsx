import { useQuery, useQueryClient } from '@tanstack/react-query'
import { computeContentTotals, hasLineRates } from '#shared/content-totals.ts'
import type { RecurringInvoiceWire } from '#shared/contract/recurring-invoices.ts'
import { addDays } from '#shared/dates.ts'
import { fillPlaceholders } from '#shared/invoice-placeholders.ts'
import { parseAmount, parseFixed, toDecimal } from '#shared/money.ts'
import { getTaxRates } from '#web/documents/lines/tax-rates.ts'
import { DocumentLines } from '#web/documents/panel/document-lines.tsx'
import { useCustomer } from '#web/entity/pickers/customer-picker.tsx'
import { proposeFor } from '#web/features/recurring-invoices/schedule/due-date.ts'
import { listComing, type Schedule } from '#web/features/recurring-invoices/schedule/schedules.ts'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { taxRatesQuery } from '#web/lib/api/tax-rates.ts'

/** With its contents as soon as they are loaded. */
export type PanelSchedule = Schedule | RecurringInvoiceWire

/** As the next invoice will have them; an ended schedule shows the placeholders as they are written. */
const useFill = (schedule: PanelSchedule) => {
  const { data: profile } = useQuery(businessProfileQuery)
  const client = useQueryClient()
  useCustomer(schedule.dueDays === null ? schedule.customerId : null)
  const [day, nextDay = null] = listComing(schedule, 2)
  if (!day) return (text: string) => text
  const dueDate = schedule.dueDays === null ? proposeFor(client, schedule)(day) : addDays(day, schedule.dueDays)
  const facts = { day, nextDay, dueDate, language: profile?.documentLanguage ?? 'en' }
  return (text: string) => fillPlaceholders(text, facts)
}

const parseNullable = (amount: string | null) => (amount === null ? null : parseAmount(amount))

export const ScheduleLines = ({ schedule }: { schedule: PanelSchedule }) => {
  const fill = useFill(schedule)
  const content = 'content' in schedule ? schedule.content : undefined
  const { data: rates } = useQuery({ ...taxRatesQuery, enabled: content !== undefined && hasLineRates(content) })
  if (!content || (hasLineRates(content) && !rates)) return <DocumentLines doc={{ total: schedule.total ?? '' }} />
  return <DocumentLines doc={toDocument(content, fill)} />
}

const toDocument = (content: RecurringInvoiceWire['content'], fill: (text: string) => string) => {
  const { currency, pricesIncludeTax, discountPercent, notes, terms, lineItems } = content
  const totals = computeContentTotals(
    {
      ...{
        pricesIncludeTax,
        discountPercent,
        discountAmount: parseNullable(content.discountAmount),
        taxRate: parseFixed(content.taxRate, 2),
      },
      lineItems: lineItems.map((line) => ({ ...line, discountAmount: parseNullable(line.discountAmount) })),
    },
    currency,
    getTaxRates(),
  )
  return {
    ...{ currency, pricesIncludeTax, discountPercent },
    notes: notes && fill(notes),
    terms: terms && fill(terms),
    subtotal: toDecimal(totals.subtotal),
    discountAmount: toDecimal(totals.discount),
    netAmount: toDecimal(totals.netAmount),
    taxAmount: toDecimal(totals.taxAmount),
    taxes: totals.taxes.map((tax) => ({ ...tax, base: toDecimal(tax.base), amount: toDecimal(tax.amount) })),
    rounding: toDecimal(totals.rounding),
    total: toDecimal(totals.total),
    lineItems: lineItems.map((line, i) => ({
      ...line,
      id: i,
      description: fill(line.description),
      discountAmount: line.discountAmount ?? '0.00',
      total: toDecimal(totals.lines[i]!.total),
    })),
  }
}
