import { z } from 'zod'
import { recordApi, recordSchemas, versioned } from '#kit/contract/record-contract.ts'
import { rowId, sum } from '#shared/contract/fields.ts'
import { dayRangeFilter, searchFilter, sortBy } from '#shared/contract/lists.ts'
import { file, limited, post } from '#shared/endpoint.ts'
import { textLimits } from '#shared/text-limits.ts'
import { expenseEndpoints, expenseModel, receiptEndpoints } from './model.ts'

const { input, reply } = recordSchemas(expenseModel.fields)
export const expenseInput = input

/** A file attached to an expense; its bytes are at `/api/receipts/:id`. */
export const receiptFile = z.object({ id: z.int(), fileName: z.string(), contentType: z.string(), size: z.int() })

export const expense = reply.extend({ customerName: z.string().nullable(), receiptFile: receiptFile.nullable() })
/** JSON form: the amount is a decimal string. */
export type ExpenseWire = z.input<typeof expense>

export const expenseFilter = z.strictObject({
  ...searchFilter,
  category: expenseInput.shape.category.optional(),
  ...dayRangeFilter,
  customerId: rowId('Customer').optional(),
})

export const expensesApi = recordApi(expenseEndpoints, {
  input: expenseInput,
  update: expenseInput.extend(versioned),
  reply: expense,
  row: expense,
  sorted: expenseFilter.extend({ sort: sortBy(expenseModel.list.sorts) }),
  filter: expenseFilter,
  summary: z.object({ count: z.int(), total: sum }),
})

const receiptInput = z.strictObject({
  /** The URL from `uploadsApi.upload`, after the file was uploaded there. */
  uploadURL: z
    .string('Upload URL is required')
    .min(1, 'Upload URL is required')
    .max(textLimits.uploadAddress, `Upload URL can have at most ${textLimits.uploadAddress} characters`),
  /** The file's name on the user's machine; a leading path is removed. */
  fileName: z
    .string('File name is required')
    .min(1, 'File name is required')
    .max(textLimits.fileName, `File name can have at most ${textLimits.fileName} characters`),
})
/** JSON form. */
export type ReceiptFile = z.input<typeof receiptFile>

export const receiptsApi = {
  /** Stores an uploaded file as a receipt: validates it, re-encodes images, and removes the upload. */
  create: limited('files', post(receiptEndpoints.create, receiptInput, receiptFile, { status: 201 })),
  get: file(receiptEndpoints.get),
}
