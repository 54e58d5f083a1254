import { sum, toAmount, toHomeAmount } from '#shared/money.ts'
import type { CreditNote, InvoiceFacts, TaxGroup } from './facts.ts'

const isOfRate = (a: TaxGroup, b: TaxGroup) => a.taxRateId === b.taxRateId && a.percent === b.percent

const subtractGroups = (group: TaxGroup, credited: readonly TaxGroup[]): TaxGroup => ({
  ...group,
  net: toHomeAmount(group.net - sum(credited.map(({ net }) => net))),
  taxes: group.taxes.map((tax) => {
    const back = credited.flatMap(({ taxes }) => taxes.filter(({ component }) => component === tax.component))
    return { ...tax, amount: toHomeAmount(tax.amount - sum(back.map(({ amount }) => amount))) }
  }),
})

/** What is left at home of an invoice that is credited in full is a difference of rounded conversions, and goes to the rounding. */
export const subtractCreditNotes = (invoice: InvoiceFacts, notes: readonly CreditNote[]): InvoiceFacts => {
  if (notes.length === 0) return invoice
  const total = toAmount(invoice.total - sum(notes.map((note) => note.total)))
  const homeLeft = toHomeAmount(invoice.homeTotal - sum(notes.map((note) => note.homeTotal)))
  const roundingLeft = toHomeAmount(invoice.rounding - sum(notes.map((note) => note.rounding)))
  const isAll = total === 0
  const credited = notes.flatMap(({ groups }) => groups)
  return {
    ...invoice,
    total,
    withheld: toAmount(invoice.withheld - sum(notes.map((note) => note.withheld))),
    homeTotal: isAll ? toHomeAmount(0) : homeLeft,
    deductions: [...invoice.deductions, ...notes.flatMap(({ deductions }) => deductions)],
    rounding: isAll ? toHomeAmount(roundingLeft - homeLeft) : roundingLeft,
    groups: invoice.groups.map((group) =>
      subtractGroups(
        group,
        credited.filter((each) => isOfRate(group, each)),
      ),
    ),
  }
}
