import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import type { Customer } from '#modules/customers/contract.ts'
import type { BusinessProfileWire } from '#shared/contract/business-profile.ts'
import { cacheCustomer } from '#web/entity/pickers/customer-picker.tsx'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { taxRatesQuery } from '#web/lib/api/tax-rates.ts'
import type { FormConfig } from './form-config.ts'
import { daysBetween, type FormDraft } from './form-draft.ts'
import { loadInitialDraft } from './initial-draft.ts'

const kind = {
  own: {},
  suggestNumber: async () => 'A-1',
  defaults: (profile) => ({
    daysToEnd: profile?.invoiceDueDays ?? 30,
    notes: profile?.invoiceNotes ?? '',
    terms: profile?.invoiceTerms ?? '',
  }),
} as FormConfig
const profile = { invoiceDueDays: 14, defaultTaxRate: '8.25', invoiceNotes: 'Thank you', invoiceTerms: 'Net 14' } as BusinessProfileWire
/** A client that has the profile, or one whose server can't be reached. */
const client = (known?: BusinessProfileWire) => {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { networkMode: 'always', retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  if (known) queryClient.setQueryData(businessProfileQuery.queryKey, known)
  return queryClient
}

describe('a new form', () => {
  test("starts with the profile's defaults", async () => {
    const { draft, days } = await loadInitialDraft(client(profile), kind, { customerId: 7 })
    expect(draft).toMatchObject({ customerId: '7', number: 'A-1', taxRate: '8.25', taxAmount: '0.00', notes: 'Thank you', terms: 'Net 14' })
    expect([days, daysBetween(draft)]).toEqual([14, 14])
  })

  test("starts with the profile's named rate and price mode; its customer's rate wins", async () => {
    const named = client({ ...profile, defaultTaxRateId: 4, pricesIncludeTax: true })
    named.setQueryData(taxRatesQuery.queryKey, [])
    const { draft } = await loadInitialDraft(named, kind, {})
    expect(draft).toMatchObject({ pricesIncludeTax: true, lineItems: [{ taxRateId: 4 }] })
    cacheCustomer(named, { id: 7, taxRateId: 5 } as Customer)
    expect((await loadInitialDraft(named, kind, { customerId: 7 })).draft.lineItems).toMatchObject([{ taxRateId: 5 }])
  })

  test('starts with the built-in defaults when the profile can’t be loaded', async () => {
    const { draft, days } = await loadInitialDraft(client(), kind, {})
    expect(draft).toMatchObject({ taxRate: '0', notes: '', terms: '' })
    expect([days, daysBetween(draft)]).toEqual([30, 30])
  })

  test('waits at most three seconds for the profile', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    const loading = loadInitialDraft(client(), kind, {})
    await vi.advanceTimersByTimeAsync(3000)
    expect((await loading).days).toBe(30)
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  test("is due by the terms of its customer, also as a copy; without them a copy keeps the original's days", async () => {
    const [known, invoices] = [client(profile), { ...kind, hasPaymentTerms: true as const }]
    cacheCustomer(known, { id: 7, dueDays: 30, dueEndOfMonth: true } as Customer)
    cacheCustomer(known, { id: 8, dueDays: null, dueEndOfMonth: false } as Customer)
    vi.useFakeTimers({ now: new Date('2026-01-04T12:00:00Z'), toFake: ['Date'] })
    const open = async (config: FormConfig, customerId: number) => {
      const { draft } = await loadInitialDraft(known, config, { customerId })
      const original = Promise.resolve({ ...draft, endDate: '2026-01-09' })
      const copy = await loadInitialDraft(known, config, { original })
      return [draft.endDate, copy.draft.endDate, copy.days]
    }
    expect(await open(invoices, 7)).toEqual(['2026-02-28', '2026-02-28', 14])
    expect(await open(invoices, 8)).toEqual(['2026-01-18', '2026-01-09', 5])
    expect(await open(kind, 7)).toEqual(['2026-01-18', '2026-01-09', 5])
    vi.useRealTimers()
  })

  test('that is a copy keeps the values of its original', async () => {
    const original = {
      customerId: '3',
      currency: 'EUR',
      exchangeRate: '1.0842',
      number: 'A-0',
      issueDate: '2026-01-01',
      endDate: '2026-01-08',
      status: 'sent',
      taxRate: '5',
      taxAmount: '1.23',
      ...{ pricesIncludeTax: false, discount: '', deliveryDate: '', deliveryUntil: '', orderNumber: '', buyerReference: '', project: '' },
      notes: '',
      terms: 'Soon',
      lineItems: [],
    } satisfies FormDraft
    const { draft, days } = await loadInitialDraft(client(profile), kind, { original: Promise.resolve(original) })
    expect(draft).toMatchObject({
      customerId: '3',
      currency: 'EUR',
      exchangeRate: null,
      number: 'A-1',
      status: 'draft',
      taxRate: '5',
      notes: '',
      terms: 'Soon',
    })
    expect([days, daysBetween(draft)]).toEqual([7, 7])
  })
})
