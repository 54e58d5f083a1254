import { customerEntity, type Entity, expenseEntity, itemEntity } from '#server/domain/entities/entities.ts'
import { type AreaDescription, csvMediaTypes, type OperationDescription, staleVersionConflict } from './description.ts'

/** What an entity's description says beyond the texts that all of them share. */
type EntityTexts = {
  description: string
  /** Replaces or adds texts of single operations. */
  operations?: Readonly<Record<string, Partial<OperationDescription>>>
}

/** Describes the calls that every entity has, and the further ones that `operations` describes. */
const describeEntity = ({ tableName, name, plural }: Entity, { description, operations = {} }: EntityTexts): AreaDescription => {
  const path = `/api/${tableName}`
  const noun = name.toLowerCase()
  const aNoun = `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
  const shared: Readonly<Record<string, OperationDescription>> = {
    [`GET ${path}`]: { title: `List ${tableName}`, description: `Returns your ${tableName}, sorted and filtered.` },
    [`GET ${path}/summary`]: {
      title: `Count ${tableName}`,
      description: `Returns the number of ${tableName}, or of those that match a search.`,
    },
    [`GET ${path}/export`]: { title: `Export ${tableName}`, description: 'Returns the list as a CSV file.', mediaTypes: csvMediaTypes },
    [`GET ${path}/:id`]: { title: `Read ${aNoun}`, description: `Returns one ${noun}.` },
    [`GET ${path}/:id/history`]: {
      title: `Read ${aNoun}’s history`,
      description: `Returns the changes of one ${noun}, the newest 200 of them, newest first.`,
    },
    [`POST ${path}`]: { title: `Create ${aNoun}`, description: `Adds ${aNoun}.` },
    [`PUT ${path}/:id`]: {
      title: `Update ${aNoun}`,
      description: `Saves ${aNoun} as a whole: fields that you leave out are cleared.`,
      conflict: staleVersionConflict,
    },
    [`DELETE ${path}/:id`]: { title: `Delete ${aNoun}`, description: `Deletes ${aNoun}. It can be restored.` },
    [`POST ${path}/:id/restore`]: { title: `Restore ${aNoun}`, description: `Undoes a deletion: the ${noun} keeps its ID.` },
    [`POST ${path}/import`]: {
      title: `Import ${tableName}`,
      description: `Adds up to 10,000 ${tableName} at once, all of them or none. The values of a row are texts by field name, as in a CSV file.`,
    },
  }
  const calls = new Set([...Object.keys(shared), ...Object.keys(operations)])
  return {
    area: plural,
    description,
    operations: Object.fromEntries([...calls].map((call) => [call, { ...shared[call], ...operations[call] } as OperationDescription])),
  }
}

export const customerDescriptions = describeEntity(customerEntity, {
  description: 'The customers that you send invoices and estimates to.',
  operations: {
    'GET /api/customers/:id/figures': {
      title: 'Read a customer’s figures',
      description: 'Returns what a customer was invoiced, has paid and still owes, over all documents that are not deleted.',
    },
    'GET /api/customers/:id/bounces': {
      title: 'List a customer’s bounced addresses',
      description:
        'Returns the addresses of one customer that get no emails: mail servers return emails to them, or their owner reported one as spam.',
    },
    'POST /api/customers/:id/try-address': {
      title: 'Try an address again',
      description: 'Allows emails to one of the customer’s addresses again, until the next one bounces. It sends nothing.',
    },
    'GET /api/customers/:id/invoices': {
      title: 'List a customer’s invoices',
      description: 'Returns the invoices of one customer, newest first.',
    },
    'GET /api/customers/:id/estimates': {
      title: 'List a customer’s estimates',
      description: 'Returns the estimates of one customer, newest first.',
    },
    'GET /api/customers/:id/expenses': {
      title: 'List a customer’s expenses',
      description: 'Returns the expenses that were made for one customer, newest first.',
    },
    'POST /api/customers': { referencesRecords: true, description: 'Adds a customer. Only a name is required.' },
    'DELETE /api/customers/:id': {
      description: 'Deletes a customer without invoices, estimates and expenses. It can be restored.',
      conflict: 'Invoices, estimates or expenses refer to this customer; the message says how many.',
    },
  },
})

export const itemDescriptions = describeEntity(itemEntity, {
  description: 'What you sell, with default prices. Lines of documents are filled from items, and stay unchanged when an item changes.',
  operations: {
    'POST /api/items': { referencesRecords: true },
    'GET /api/items/categories': { title: 'List item categories', description: 'Returns the categories in use, the most used first.' },
    'DELETE /api/items/:id': { description: 'Deletes an item. Lines that were written from it stay; it can be restored.' },
  },
})

export const expenseDescriptions = describeEntity(expenseEntity, {
  description: 'Your expenses, optionally for a customer.',
  operations: {
    'GET /api/expenses/summary': { description: 'Returns how many expenses match, and their total.' },
    'POST /api/expenses': { referencesRecords: true },
    'POST /api/expenses/:id/restore': { conflict: 'Its customer or its receipt is gone, or in use elsewhere.' },
    'POST /api/objects/upload': {
      title: 'Begin an upload',
      description:
        'Returns a URL to which one file of at most `size` bytes (5 MB by default) can be sent by PUT within 15 minutes; then pass that URL to the call that takes the file. Until then its size counts as stored.',
    },
    'POST /api/receipts': {
      referencesRecords: true,
      title: 'Create a receipt',
      description:
        'Makes a receipt of an uploaded PDF or picture. Pictures are converted, and lose the metadata that cameras write into them.',
    },
    'GET /api/receipts/:id': {
      title: 'Download a receipt',
      description: 'Returns the file of an expense.',
      mediaTypes: ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'],
    },
  },
})
