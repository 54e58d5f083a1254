import { choice, money, moneyDay, optional, ref, text, url } from '#model/fields.ts'
import { defineRecord, recordAddresses } from '#model/record.ts'
import { get, post } from '#shared/endpoint-address.ts'
import { expenseCategories } from '#shared/expense-categories.ts'
import { textLimits } from '#shared/text-limits.ts'

export const expenseModel = defineRecord({
  kind: 'expense',
  title: 'description',
  fields: {
    description: text('Description', { limit: textLimits.expenseDescription, example: 'Train to London' }),
    category: choice('Category', {
      of: expenseCategories,
      missing: 'Category is required',
      wrong: 'Category must be one of the list',
      example: 'Travel',
    }),
    amount: money('Amount', {
      zero: 'Amount must not be 0. Enter what you spent, or a negative amount for a refund from the supplier',
      hint: 'Negative for a refund from the supplier.',
      example: '42.50',
    }),
    expenseDate: moneyDay('Expense date', { heading: 'Date', example: '2026-01-12' }),
    vendor: optional(text('Vendor', { limit: textLimits.name, example: 'Railways' })),
    /** For whom the expense was made. */
    customerId: optional(ref('Customer', { to: 'customer', wrong: 'Choose a customer of the list, or none', example: 1 })),
    receiptUrl: optional(url('Receipt URL', { hint: 'Attach the receipt below, or upload it elsewhere and paste a link to it here.' })),
    receiptFileId: optional(
      ref('Receipt', {
        to: 'receipt',
        heading: 'Receipt File',
        wrong: 'Attach the receipt again',
        docs: 'An uploaded receipt; null for none.',
      }),
    ),
  },
  getPath: (id) => `/expenses?open=${id}`,
  getSearchTexts: ({ vendor = null, category = null }) => ({
    subtitle: [vendor, category].filter(Boolean).join(' · '),
    names: [vendor, category],
    more: [],
  }),
  list: { sorts: ['expenseDate', 'description', 'category', 'amount', 'vendor'], isNewestFirst: true },
  duplicates: { by: ['expenseDate', 'amount', 'description', 'vendor'], isExact: true },
})

export const expenseEndpoints = recordAddresses('expenses')
export const receiptEndpoints = { create: post('/api/receipts'), get: get('/api/receipts/:id') }
