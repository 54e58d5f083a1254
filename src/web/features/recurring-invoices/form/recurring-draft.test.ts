import { describe, expect, test } from 'vitest'
import type { RecurringInvoiceWire } from '#shared/contract/recurring-invoices.ts'
import { addDays, type Day, day } from '#shared/dates.ts'
import { emptyLine } from '#shared/draft-totals.ts'
import type { FormDraft } from '#web/documents/form/form-draft.ts'
import { describePast } from './next-days.tsx'
import {
  countDueDays,
  fromDocument,
  listFirstDays,
  newSchedule,
  parseSchedule,
  type RecurringDraft,
  recurringResolver,
  repeatMonthly,
  savedDraft,
  startWith,
  toBody,
  toFirstInvoice,
  toScheduleInput,
} from './recurring-draft.ts'

const own = { now: new Date('2026-11-25T12:00:00Z'), timeZone: 'America/New_York' }

const invoice: FormDraft = {
  ...{ customerId: '7', currency: 'EUR', exchangeRate: '1.1', number: 'INV-1', issueDate: '2026-11-10', endDate: '2026-11-24' },
  ...{ orderNumber: 'PO-7', buyerReference: '', project: 'Site' },
  ...{ deliveryDate: '2026-11-09', deliveryUntil: '', status: 'sent', notes: 'For {month}', terms: '', taxRate: '10', taxAmount: '3.33' },
  ...{ pricesIncludeTax: false, discount: '' },
  lineItems: [{ ...emptyLine, id: 31, itemId: 4, description: 'Hosting', quantity: '2', unitPrice: '40' }],
}
/** Terms of 10 days. */
const propose = (issueDate: Day) => addDays(issueDate, 10)
const draft: RecurringDraft = fromDocument(invoice, own, countDueDays(invoice, propose))

const resolve = async (changes: Partial<RecurringDraft> = {}) => {
  const options = { fields: {}, shouldUseNativeValidation: false }
  const { values, errors } = await recurringResolver({ ...draft, ...changes } as never, undefined, options as never)
  return {
    values,
    errors: Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, (error as { message: string }).message])),
  }
}
const check = async (changes: Partial<RecurringDraft>) => (await resolve(changes)).errors

describe('a document that is repeated', () => {
  test('gives its contents, the days until it is due, and the tax that its rate gives', () => {
    expect(draft).toMatchObject({
      ...{ customerId: '7', currency: 'EUR', notes: 'For {month}', taxRate: '10', taxAmount: '8.00', dueDays: '14', sending: 'send' },
      lineItems: [{ id: null, itemId: 4, description: 'Hosting', followsItemPrice: false }],
    })
    expect(draft).not.toHaveProperty('number')
    expect(['2026-11-20', '2026-11-01', ''].map((endDate) => countDueDays({ ...invoice, endDate }, propose))).toEqual(['', '0', ''])
  })

  test('that is not saved is the first itself, and its preview fills in the dates', () => {
    const first = startWith(
      { ...invoice, issueDate: '2026-12-05', endDate: '2026-12-19' },
      own,
      { frequency: 'monthly', every: '3' },
      propose,
    )
    expect(first).toMatchObject({ startDay: '2026-12-05', frequency: 'monthly', every: '3', monthly: 'start', dueDays: '14' })
    expect(startWith(invoice, own, { frequency: 'weekly', every: '1' }, propose).startDay).toBe('2026-11-25')
    expect(toFirstInvoice({ ...first, dueDays: '' }, 'en', propose).endDate).toBe('2026-12-15')
    expect(toFirstInvoice(first, 'en', propose)).toMatchObject({
      issueDate: '2026-12-05',
      endDate: '2026-12-19',
      notes: 'For December 2026',
    })
  })

  test.each([
    ['2026-11-10', '2026-12-10', 'start', []],
    // The document itself is the first one, also when its day lies ahead.
    ['2026-11-25', '2026-12-25', 'start', []],
    ['2026-12-05', '2027-01-05', 'start', []],
    ['2026-01-15', '2026-12-15', 'start', []],
    // A long day is kept through short months.
    ['2026-10-31', '2026-11-30', 'chosen', [31]],
    ['not yet', '2026-11-25', 'start', []],
  ] as const)('dated %s it is repeated from %s on', (issueDate, startDay, monthly, monthDays) =>
    expect(repeatMonthly(issueDate, own)).toEqual({ startDay, monthly, monthDays }),
  )
})

test('the form becomes the request', async () => {
  const { values } = await resolve({ ends: 'count', maxCount: '12', monthly: 'last', discount: '5%', sending: 'draft' })
  expect(toBody(values as never)).toMatchObject({
    ...{ customerId: 7, startDay: '2026-12-10', frequency: 'monthly', every: 1, onDays: [-1], untilDay: null, maxCount: 12 },
    ...{ time: '08:00', timeZone: 'America/New_York', dueDays: 14, sendsInvoices: false },
    content: {
      ...{ taxRate: '10.00', discountPercent: '5', discountAmount: null, currency: 'EUR', notes: 'For {month}' },
      lineItems: [{ itemId: 4, description: 'Hosting', quantity: '2.00', unitPrice: '40.00', followsItemPrice: false }],
    },
  })
  expect(toBody(values as never)).not.toHaveProperty('version')
  const edited = await resolve({ contentFrom: '2026-12-10' })
  expect(toBody(edited.values as never, 3)).toMatchObject({ version: 3, contentFrom: '2026-12-10' })
})

test('what is not valid is refused at its field', async () => {
  expect(await check({})).toEqual({})
  expect(await check({ customerId: '' })).toEqual({ customerId: 'Customer is required' })
  expect(await check({ startDay: '2026-02-30' })).toEqual({ startDay: 'Start date must be a day that exists, like 2026-01-31' })
  expect(await check({ ends: 'date', untilDay: '2026-12-09' })).toEqual({ untilDay: 'End date must not be before the start date' })
  expect(await check({ ends: 'date', untilDay: '' })).toEqual({ untilDay: 'End date is required' })
  expect(await check({ ends: 'date', untilDay: '2026-12-12', monthly: 'chosen', monthDays: [1] })).toEqual({
    untilDay: expect.stringContaining('no invoice between'),
  })
  expect(await check({ ends: 'count', maxCount: '0' })).toEqual({ maxCount: expect.stringContaining('from 1 to 9,999') })
  expect(await check({ every: '' })).toEqual({ every: expect.stringContaining('from 1 to 365') })
  expect(await check({ monthly: 'chosen', monthDays: [] })).toEqual({ monthDays: 'Choose at least one day' })
  expect(await check({ dueDays: '400' })).toEqual({ dueDays: expect.stringContaining('from 0 to 365') })
  expect(await check({ time: '' })).toEqual({ time: 'Time must be like 08:00' })
  // What is not shown is not checked.
  expect(await check({ ends: 'never', untilDay: '2026-01-01', maxCount: 'x', frequency: 'daily', monthly: 'chosen' })).toEqual({})
})

test('a saved recurring invoice becomes the form and the same request', async () => {
  const saved: RecurringInvoiceWire = {
    ...{ id: 1, version: 2, customerId: 7, customerName: 'Acme', firstLine: 'Hosting', startDay: day('2026-01-31'), frequency: 'weekly' },
    ...{ every: 2, onDays: [1, 5], untilDay: day('2027-01-31'), maxCount: null, time: '09:30', timeZone: 'Europe/Berlin', dueDays: 30 },
    ...{
      sendsInvoices: true,
      chargesSavedCard: true,
      status: 'active',
      nextDay: day('2026-12-04'),
      nextRunAt: null,
      problem: null,
      madeCount: 3,
      total: '36.00',
    },
    currency: 'USD',
    content: {
      ...{
        taxRate: '0.00',
        pricesIncludeTax: false,
        discountPercent: '10',
        discountAmount: null,
        currency: 'USD',
        ...{ orderNumber: 'PO-7', buyerReference: null, project: null },
        notes: null,
        terms: null,
      },
      lineItems: [
        {
          ...{
            itemId: 4,
            kind: 'item',
            description: 'Hosting',
            quantity: '10.00',
            unitCode: 'C62',
            unitPrice: '4.00',
            discountPercent: null,
          },
          ...{ discountAmount: null, taxRateId: null, followsItemPrice: true },
        },
      ],
    },
  }
  const form = savedDraft(saved)
  expect(form).toMatchObject({ every: '2', weekdays: [1, 5], ends: 'date', discount: '10%', contentFrom: '2026-12-04', dueDays: '30' })
  expect(form.lineItems[0]).toMatchObject({ quantity: '10', followsItemPrice: true })
  const { values } = await resolve(form)
  const { content, ...schedule } = saved
  expect(toBody(values as never, 2)).toMatchObject({
    ...{
      version: 2,
      startDay: schedule.startDay,
      onDays: [1, 5],
      every: 2,
      untilDay: schedule.untilDay,
      maxCount: null,
      dueDays: 30,
      chargesSavedCard: true,
    },
    content: { discountPercent: '10', lineItems: [{ unitPrice: '4.00', followsItemPrice: true }] },
  })
  expect(savedDraft({ ...saved, frequency: 'monthly', onDays: [-1] })).toMatchObject({ monthly: 'last', weekdays: [] })
  expect(savedDraft({ ...saved, frequency: 'monthly', onDays: [31], untilDay: null, maxCount: 3 })).toMatchObject({
    ...{ monthly: 'chosen', monthDays: [31], ends: 'count', maxCount: '3' },
  })
})

test('a saved card is charged only for invoices that are sent', async () => {
  expect(draft.chargesSavedCard).toBe(false)
  const request = async (changes: Partial<RecurringDraft>) => toBody((await resolve(changes)).values as never)
  expect(await request({})).toMatchObject({ sendsInvoices: true, chargesSavedCard: false })
  expect(await request({ chargesSavedCard: true })).toMatchObject({ sendsInvoices: true, chargesSavedCard: true })
  expect(await request({ chargesSavedCard: true, sending: 'draft' })).toMatchObject({ sendsInvoices: false, chargesSavedCard: false })
})

test('the first days that are not done are listed, up to the end', () => {
  const schedule = parseSchedule({ ...newSchedule(own, '14'), startDay: '2026-01-31', monthly: 'start', ends: 'count', maxCount: '4' })
    .schedule!
  const list = (lastDone: string | null, madeCount: number) =>
    listFirstDays(schedule, { lastDone: lastDone ? day(lastDone) : null, madeCount }, 12)
  expect(list(null, 0)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'])
  expect(list('2026-02-28', 1)).toEqual(['2026-03-31', '2026-04-30', '2026-05-31'])
  expect(list('2026-05-31', 4)).toEqual([])
  expect(parseSchedule({ ...newSchedule(own, '14'), every: 'x' })).toMatchObject({
    schedule: null,
    reason: expect.stringContaining('Every'),
  })
  expect(toScheduleInput({ ...newSchedule(own, '14'), frequency: 'yearly', weekdays: [1], monthDays: [1] }).onDays).toEqual([])
})

test('days that have gone by are explained before saving', () => {
  expect([0, 1, 3, 4].map((past) => describePast(past, true))).toEqual([
    undefined,
    'The first invoice is created and sent as soon as you save.',
    'The first 3 invoices are created and sent as soon as you save.',
    expect.stringContaining('It will be paused'),
  ])
  expect(describePast(1, false)).toBe('The first invoice is created as soon as you save.')
})
