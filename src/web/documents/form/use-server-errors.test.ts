import { expect, test } from 'vitest'
import { type DocumentDraft, emptyLine, type LineDraft } from '#shared/draft-totals.ts'
import { ApiError } from '#web/lib/api/client.ts'
import { fieldErrors } from './use-server-errors.ts'

const refused = (issues: unknown) => new ApiError(400, JSON.stringify({ message: 'No', issues }))
const line = (description: string) => ({ ...emptyLine, description })
const draft = (...lineItems: LineDraft[]): DocumentDraft => ({
  taxRate: '0',
  taxAmount: '',
  pricesIncludeTax: false,
  discount: '',
  lineItems,
})
const form = draft(line('Design'), line('Build'))
const names = { number: 'invoiceNumber', endDate: 'dueDate' }

test('names the fields of the form', () =>
  expect(
    fieldErrors(
      refused([
        { path: 'invoiceNumber', message: 'taken' },
        { path: 'dueDate', message: 'no day' },
        { path: 'lineItems.1.quantity', message: 'small' },
        { path: 'lineItems.0.total', message: 'large' },
      ]),
      form,
      'USD',
      names,
    ),
  ).toEqual([
    ['number', 'taken'],
    ['endDate', 'no day'],
    ['lineItems.1.quantity', 'small'],
    ['lineItems.0.unitPrice', 'large'],
  ]))

test('names the line as the form counts it: a wholly empty one was not sent', () =>
  expect(
    fieldErrors(
      refused([{ path: 'lineItems.1.quantity', message: 'small' }]),
      draft(line('Design'), line(' '), line('Build')),
      'USD',
      names,
    ),
  ).toEqual([['lineItems.2.quantity', 'small']]))

test('leaves issues without a field to the toast', () =>
  expect(
    fieldErrors(
      refused([
        { path: 'total', message: 'differs' },
        { path: 'lineItems.2.quantity', message: 'x' },
        null,
        5,
        { path: 'notes' },
        { path: 'estimateNumber', message: 'x' },
      ]),
      form,
      'USD',
      names,
    ),
  ).toEqual([]))

test.each([[refused('no list')], [new ApiError(500, 'Oops')], [new TypeError('Failed to fetch')]])('%s names none', (error) =>
  expect(fieldErrors(error, form, 'USD', names)).toEqual([]),
)
