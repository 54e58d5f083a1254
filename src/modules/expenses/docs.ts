import { describeCalls, describeRecord } from '#kit/server/docs.ts'
import { expenseImportInput } from '#shared/contract/imports.ts'
import { uploadsApi } from '#shared/contract/uploads.ts'
import { expensesApi, receiptFile, receiptsApi } from './contract.ts'
import { expenseModel } from './model.ts'

export const expenseDocs = describeRecord(expenseModel, expensesApi, {
  description: 'Your expenses, optionally for a customer. A negative amount is a refund from the supplier.',
  operations: {
    summary: { description: 'Returns how many expenses match, and their total.' },
    restore: { conflict: 'Its customer or its receipt is gone, or in use elsewhere.' },
  },
  further: [
    ...describeCalls(uploadsApi, {
      upload: {
        title: 'Begin an upload',
        description:
          'Returns a URL to which one file of at most `size` bytes (5 MB by default) can be sent by PUT within 15 minutes; then pass that URL to the call that takes the file. Until then its size counts as stored.',
      },
    }),
    ...describeCalls(receiptsApi, {
      create: {
        referencesRecords: true,
        title: 'Create a receipt',
        description:
          'Makes a receipt of an uploaded PDF or picture. Pictures are converted, and lose the metadata that cameras write into them.',
      },
      get: {
        title: 'Download a receipt',
        description: 'Returns the file of an expense.',
        mediaTypes: ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'],
      },
    }),
  ],
  changes: { amount: '45.00' },
  known: { customerName: 'Ada Lovelace' },
  schemas: { receiptFile, receiptInput: receiptsApi.create.body, expenseImportInput },
  examples: {
    ExpenseImportInput: {
      rows: [{ line: 2, values: { description: 'Paper', amount: '8.20', category: 'Office Supplies', expenseDate: '2026-01-05' } }],
      unknownCustomers: 'refuse',
    },
  },
})
