import { createExample, describeRecord, getExample } from '#kit/server/docs.ts'
import { bouncedAddress } from '#shared/contract/bounced-addresses.ts'
import { customerEstimate, customerExpense, customerFigures, customerInvoice, customerRow, customersApi } from './contract.ts'
import { customerModel } from './model.ts'

export const customerDocs = describeRecord(customerModel, customersApi, {
  description: 'The customers that you send invoices and estimates to.',
  operations: {
    create: { more: 'Only a name is required.' },
    remove: {
      description: 'Deletes a customer without invoices, estimates and expenses. It can be restored.',
      conflict: 'Invoices, estimates or expenses refer to this customer; the message says how many.',
    },
    figures: {
      title: 'Read a customer’s figures',
      description: 'Returns what a customer was invoiced, has paid and still owes, over all documents that are not deleted.',
    },
    invoices: { title: 'List a customer’s invoices', description: 'Returns the invoices of one customer, newest first.' },
    estimates: { title: 'List a customer’s estimates', description: 'Returns the estimates of one customer, newest first.' },
    expenses: {
      title: 'List a customer’s expenses',
      description: 'Returns the expenses that were made for one customer, newest first.',
    },
    bounces: {
      title: 'List a customer’s bounced addresses',
      description:
        'Returns the addresses of one customer that get no emails: mail servers return emails to them, or their owner reported one as spam.',
    },
    tryAddress: {
      title: 'Try an address again',
      description: 'Allows emails to one of the customer’s addresses again, until the next one bounces. It sends nothing.',
    },
  },
  changes: { phone: '+44 20 7946 0000' },
  schemas: { customerRow, customerFigures, customerInvoice, customerEstimate, customerExpense, bouncedAddress },
  examples: {
    CustomerRow: createExample(customerRow, {
      ...getExample(customerModel),
      ...{ balanceDue: '1200.00', overdue: '300.00', balances: [{ currency: 'USD', balance: '1200.00', homeBalance: '1200.00' }] },
    }),
  },
})
