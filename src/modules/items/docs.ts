import { describeRecord } from '#kit/server/docs.ts'
import { itemsApi } from './contract.ts'
import { itemModel } from './model.ts'

export const itemDocs = describeRecord(itemModel, itemsApi, {
  description: 'What you sell, with default prices. Lines of documents are filled from items, and stay unchanged when an item changes.',
  operations: {
    remove: { description: 'Deletes an item. Lines that were written from it stay; it can be restored.' },
    categories: { title: 'List item categories', description: 'Returns the categories in use, the most used first.' },
  },
  changes: { unitPrice: '125.00' },
})
