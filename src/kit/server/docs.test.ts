import { expect, test } from 'vitest'
import { itemsApi } from '#modules/items/contract.ts'
import { itemModel } from '#modules/items/model.ts'
import type { AreaDocs } from '#server/platform/http/area-docs.ts'
import { invoicesApi } from '#shared/contract/invoices.ts'
import { describeRecord } from './docs.ts'
import { describeDocument } from './document-docs.ts'

const list = ({ operations }: AreaDocs) => operations.map(([{ method, path }, { title }]) => `${method} ${path}: ${title}`)

test('a record that says nothing of its own is described, with examples that its contract accepts', () => {
  const docs = describeRecord(itemModel, itemsApi)
  expect([docs.area, docs.description]).toEqual(['Items', 'Your items.'])
  expect(list(docs)).toEqual([
    'GET /api/items: List items',
    'GET /api/items/summary: Count items',
    'GET /api/items/export: Export items',
    'GET /api/items/:id: Read an item',
    'GET /api/items/:id/history: Read an item’s history',
    'POST /api/items: Create an item',
    'PUT /api/items/:id: Update an item',
    'DELETE /api/items/:id: Delete an item',
    'POST /api/items/:id/restore: Restore an item',
    'POST /api/items/import: Import items',
  ])
  const { Item, ItemInput, ItemUpdate } = docs.examples!
  itemsApi.create.body.parse(ItemInput)
  itemsApi.update.body.parse(ItemUpdate)
  itemsApi.one.reply.parse(Item)
})

test('so is a type of document', () => {
  const docs = describeDocument('invoice', invoicesApi)
  expect(list(docs)).toContain('GET /api/invoices/:id/emails/:emailId: Read an invoice’s email')
  expect(docs.operations.map(([, { description }]) => description).join('\n')).not.toContain('undefined')
  const { Invoice, InvoiceInput, InvoiceUpdate } = docs.examples!
  invoicesApi.create.body.parse(InvoiceInput)
  invoicesApi.update.body.parse(InvoiceUpdate)
  invoicesApi.one.reply.parse(Invoice)
  expect(docs.schemas).toMatchObject({ Invoice: invoicesApi.one.reply, InvoiceInput: invoicesApi.create.body })
})
