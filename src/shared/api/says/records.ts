import { type AreaSays, csvMedia, staleCopy } from './says.ts'

export const customerSays: AreaSays = {
  area: 'Customers',
  says: 'Whom you send invoices and estimates to.',
  calls: {
    'GET /api/customers': { title: 'List customers', says: 'Answers your customers, sorted and searched as you ask.' },
    'GET /api/customers/summary': { title: 'Count customers', says: 'Answers how many customers there are, or match a search.' },
    'GET /api/customers/export': { title: 'Export customers', says: 'Answers the list as a CSV file.', media: csvMedia },
    'GET /api/customers/:id': { title: 'Read a customer', says: 'Answers one customer.' },
    'GET /api/customers/:id/figures': {
      title: 'Read a customer’s figures',
      says: 'Answers what a customer was invoiced, has paid and still owes, over all papers that are not deleted.',
    },
    'GET /api/customers/:id/invoices': { title: 'List a customer’s invoices', says: 'Answers the invoices of one customer, newest first.' },
    'GET /api/customers/:id/estimates': {
      title: 'List a customer’s estimates',
      says: 'Answers the estimates of one customer, newest first.',
    },
    'GET /api/customers/:id/expenses': {
      title: 'List a customer’s expenses',
      says: 'Answers the expenses that were made for one customer, newest first.',
    },
    'POST /api/customers': { title: 'Create a customer', says: 'Adds a customer. Only a name is required.' },
    'PUT /api/customers/:id': {
      title: 'Update a customer',
      says: 'Saves a customer as a whole: what you leave out is cleared.',
      conflict: staleCopy,
    },
    'DELETE /api/customers/:id': {
      title: 'Delete a customer',
      says: 'Deletes a customer that no paper refers to. It can be restored.',
      conflict: 'Invoices, estimates or expenses refer to this customer; the message says how many.',
    },
    'POST /api/customers/:id/restore': { title: 'Restore a customer', says: 'Undoes a deletion: the customer is back under its own id.' },
    'POST /api/customers/import': {
      title: 'Import customers',
      says: 'Adds up to 10,000 customers at once, all of them or none. The values of a row are texts by field name, as in a CSV file.',
    },
  },
}

export const itemSays: AreaSays = {
  area: 'Items',
  says: 'What you sell, with its usual price. Lines of papers are filled from items, and keep what they say when an item changes.',
  calls: {
    'GET /api/items': { title: 'List items', says: 'Answers your items, sorted and searched as you ask.' },
    'GET /api/items/summary': { title: 'Count items', says: 'Answers how many items there are, or match a search.' },
    'GET /api/items/categories': { title: 'List item categories', says: 'Answers the categories in use, the most used first.' },
    'GET /api/items/export': { title: 'Export items', says: 'Answers the list as a CSV file.', media: csvMedia },
    'GET /api/items/:id': { title: 'Read an item', says: 'Answers one item.' },
    'POST /api/items': { title: 'Create an item', says: 'Adds an item.' },
    'PUT /api/items/:id': {
      title: 'Update an item',
      says: 'Saves an item as a whole: what you leave out is cleared.',
      conflict: staleCopy,
    },
    'DELETE /api/items/:id': {
      title: 'Delete an item',
      says: 'Deletes an item. Lines that were written from it stay; it can be restored.',
    },
    'POST /api/items/:id/restore': { title: 'Restore an item', says: 'Undoes a deletion: the item is back under its own id.' },
    'POST /api/items/import': {
      title: 'Import items',
      says: 'Adds up to 10,000 items at once, all of them or none. The values of a row are texts by field name, as in a CSV file.',
    },
  },
}

export const expenseSays: AreaSays = {
  area: 'Expenses',
  says: 'What you spent, on which day, and for which customer if for one.',
  calls: {
    'GET /api/expenses': { title: 'List expenses', says: 'Answers your expenses, sorted, searched and filtered as you ask.' },
    'GET /api/expenses/summary': { title: 'Count expenses', says: 'Answers how many expenses match, and what they come to.' },
    'GET /api/expenses/export': { title: 'Export expenses', says: 'Answers the list as a CSV file.', media: csvMedia },
    'GET /api/expenses/:id': { title: 'Read an expense', says: 'Answers one expense.' },
    'POST /api/expenses': { namesOthers: true, title: 'Create an expense', says: 'Adds an expense.' },
    'PUT /api/expenses/:id': {
      title: 'Update an expense',
      says: 'Saves an expense as a whole: what you leave out is cleared.',
      conflict: staleCopy,
    },
    'DELETE /api/expenses/:id': { title: 'Delete an expense', says: 'Deletes an expense. It can be restored.' },
    'POST /api/expenses/:id/restore': {
      title: 'Restore an expense',
      says: 'Undoes a deletion: the expense is back under its own id.',
      conflict: 'Its customer or its receipt is gone, or in use elsewhere.',
    },
    'POST /api/expenses/import': {
      title: 'Import expenses',
      says: 'Adds up to 10,000 expenses at once, all of them or none. The values of a row are texts by field name, as in a CSV file.',
    },
    'POST /api/objects/upload': {
      title: 'Begin an upload',
      says: 'Answers an address to which one file of at most 5 MB may be sent by PUT within 15 minutes; then hand that address to the call that takes the file.',
    },
    'POST /api/receipts': {
      namesOthers: true,
      title: 'Take a receipt',
      says: 'Takes an uploaded PDF or picture as a receipt. Pictures are drawn anew, and lose what cameras write into them.',
    },
    'GET /api/receipts/:id': {
      title: 'Download a receipt',
      says: 'Answers the file that hangs on an expense.',
      media: ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'],
    },
  },
}
