import { type AreaDescription, csvMediaTypes, staleVersionConflict } from './description.ts'

export const customerDescriptions: AreaDescription = {
  area: 'Customers',
  description: 'Whom you send invoices and estimates to.',
  operations: {
    'GET /api/customers': { title: 'List customers', description: 'Answers your customers, sorted and searched as you ask.' },
    'GET /api/customers/summary': { title: 'Count customers', description: 'Answers how many customers there are, or match a search.' },
    'GET /api/customers/export': { title: 'Export customers', description: 'Answers the list as a CSV file.', mediaTypes: csvMediaTypes },
    'GET /api/customers/:id': { title: 'Read a customer', description: 'Answers one customer.' },
    'GET /api/customers/:id/figures': {
      title: 'Read a customer’s figures',
      description: 'Answers what a customer was invoiced, has paid and still owes, over all papers that are not deleted.',
    },
    'GET /api/customers/:id/invoices': {
      title: 'List a customer’s invoices',
      description: 'Answers the invoices of one customer, newest first.',
    },
    'GET /api/customers/:id/estimates': {
      title: 'List a customer’s estimates',
      description: 'Answers the estimates of one customer, newest first.',
    },
    'GET /api/customers/:id/expenses': {
      title: 'List a customer’s expenses',
      description: 'Answers the expenses that were made for one customer, newest first.',
    },
    'POST /api/customers': { title: 'Create a customer', description: 'Adds a customer. Only a name is required.' },
    'PUT /api/customers/:id': {
      title: 'Update a customer',
      description: 'Saves a customer as a whole: what you leave out is cleared.',
      conflict: staleVersionConflict,
    },
    'DELETE /api/customers/:id': {
      title: 'Delete a customer',
      description: 'Deletes a customer that no paper refers to. It can be restored.',
      conflict: 'Invoices, estimates or expenses refer to this customer; the message says how many.',
    },
    'POST /api/customers/:id/restore': {
      title: 'Restore a customer',
      description: 'Undoes a deletion: the customer is back under its own id.',
    },
    'POST /api/customers/import': {
      title: 'Import customers',
      description:
        'Adds up to 10,000 customers at once, all of them or none. The values of a row are texts by field name, as in a CSV file.',
    },
  },
}

export const itemDescriptions: AreaDescription = {
  area: 'Items',
  description: 'What you sell, with its usual price. Lines of papers are filled from items, and keep what they say when an item changes.',
  operations: {
    'GET /api/items': { title: 'List items', description: 'Answers your items, sorted and searched as you ask.' },
    'GET /api/items/summary': { title: 'Count items', description: 'Answers how many items there are, or match a search.' },
    'GET /api/items/categories': { title: 'List item categories', description: 'Answers the categories in use, the most used first.' },
    'GET /api/items/export': { title: 'Export items', description: 'Answers the list as a CSV file.', mediaTypes: csvMediaTypes },
    'GET /api/items/:id': { title: 'Read an item', description: 'Answers one item.' },
    'POST /api/items': { title: 'Create an item', description: 'Adds an item.' },
    'PUT /api/items/:id': {
      title: 'Update an item',
      description: 'Saves an item as a whole: what you leave out is cleared.',
      conflict: staleVersionConflict,
    },
    'DELETE /api/items/:id': {
      title: 'Delete an item',
      description: 'Deletes an item. Lines that were written from it stay; it can be restored.',
    },
    'POST /api/items/:id/restore': { title: 'Restore an item', description: 'Undoes a deletion: the item is back under its own id.' },
    'POST /api/items/import': {
      title: 'Import items',
      description: 'Adds up to 10,000 items at once, all of them or none. The values of a row are texts by field name, as in a CSV file.',
    },
  },
}

export const expenseDescriptions: AreaDescription = {
  area: 'Expenses',
  description: 'What you spent, on which day, and for which customer if for one.',
  operations: {
    'GET /api/expenses': { title: 'List expenses', description: 'Answers your expenses, sorted, searched and filtered as you ask.' },
    'GET /api/expenses/summary': { title: 'Count expenses', description: 'Answers how many expenses match, and what they come to.' },
    'GET /api/expenses/export': { title: 'Export expenses', description: 'Answers the list as a CSV file.', mediaTypes: csvMediaTypes },
    'GET /api/expenses/:id': { title: 'Read an expense', description: 'Answers one expense.' },
    'POST /api/expenses': { referencesRecords: true, title: 'Create an expense', description: 'Adds an expense.' },
    'PUT /api/expenses/:id': {
      title: 'Update an expense',
      description: 'Saves an expense as a whole: what you leave out is cleared.',
      conflict: staleVersionConflict,
    },
    'DELETE /api/expenses/:id': { title: 'Delete an expense', description: 'Deletes an expense. It can be restored.' },
    'POST /api/expenses/:id/restore': {
      title: 'Restore an expense',
      description: 'Undoes a deletion: the expense is back under its own id.',
      conflict: 'Its customer or its receipt is gone, or in use elsewhere.',
    },
    'POST /api/expenses/import': {
      title: 'Import expenses',
      description:
        'Adds up to 10,000 expenses at once, all of them or none. The values of a row are texts by field name, as in a CSV file.',
    },
    'POST /api/objects/upload': {
      title: 'Begin an upload',
      description:
        'Answers an address to which one file of at most 5 MB may be sent by PUT within 15 minutes; then hand that address to the call that takes the file.',
    },
    'POST /api/receipts': {
      referencesRecords: true,
      title: 'Take a receipt',
      description: 'Takes an uploaded PDF or picture as a receipt. Pictures are drawn anew, and lose what cameras write into them.',
    },
    'GET /api/receipts/:id': {
      title: 'Download a receipt',
      description: 'Answers the file that hangs on an expense.',
      mediaTypes: ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'],
    },
  },
}
