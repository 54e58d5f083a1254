import { describe, expect, test } from 'vitest'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { invoices } from './invoice-kind.ts'

const invoice = (status: ListedInvoiceWire['status'], total: string, balanceDue: string) =>
  ({
    ...{ status, currency: 'USD', total, balanceDue, homeTotal: total, rateSource: null },
    invoiceNumber: 'INV-1',
    customer: { name: 'Żaneta Co', email: 'not@searched.example' },
  }) as ListedInvoiceWire

describe('the summary of a fully loaded list', () => {
  test('adds up the totals; drafts and paid invoices have no balance due', () =>
    expect(
      invoices.source.summarize(
        [
          invoice('draft', '10.10', '10.10'),
          invoice('sent', '0.20', '0.05'),
          invoice('overdue', '99999999.99', '99999999.99'),
          invoice('paid', '7.00', '3.00'),
        ],
        'USD',
      ),
    ).toEqual({ count: 4, total: '100000017.29', balanceDue: '100000000.04', withoutRate: 0 }))

  test('is in the currency of the business', () => {
    const inEuros = { ...invoice('sent', '100.00', '50.00'), currency: 'EUR', homeTotal: '108.42', rateSource: 'typed' } as const
    expect(invoices.source.summarize([inEuros, invoice('sent', '1.00', '1.00')], 'USD')).toEqual({
      count: 2,
      total: '109.42',
      balanceDue: '55.21',
      withoutRate: 0,
    })
    expect(invoices.source.summarize([{ ...inEuros, homeTotal: null }], 'USD')).toEqual({
      count: 1,
      total: '0.00',
      balanceDue: '0.00',
      withoutRate: 1,
    })
    // 50.01 of 100.00 is due: what was paid is 8,057.8 yen, and 8,059.2 are left.
    const atHome = { ...inEuros, balanceDue: '50.01', homeTotal: '16118.00' }
    expect(invoices.source.summarize([atHome], 'JPY')).toMatchObject({ balanceDue: '8061.00' })
  })

  test('of an empty list is zero', () =>
    expect(invoices.source.summarize([], 'USD')).toEqual({ count: 0, total: '0.00', balanceDue: '0.00', withoutRate: 0 }))
})

test('the search covers number and customer only', () =>
  expect(invoices.source.searchIn(invoice('draft', '1.00', '1.00'))).toEqual(['INV-1', 'Żaneta Co']))

test("the URL's status is one of the four", () =>
  expect(['draft', 'sent', 'paid', 'overdue', 'all', 'x', ''].map(invoices.filters.status)).toEqual([
    ...Array(4).fill(true),
    ...Array(3).fill(false),
  ]))
