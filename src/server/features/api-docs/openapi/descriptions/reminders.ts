import type { AreaDescription } from './description.ts'
import { staleVersionConflict } from './description.ts'

export const reminderDescriptions: AreaDescription = {
  area: 'Payment reminders',
  description:
    'Emails that remind customers of open invoices before, on and after the due date: each once, in your hours, and none after payment. A customer gets at most one automatic reminder a day.',
  operations: {
    'GET /api/reminder-settings': {
      title: 'Read the reminder settings',
      description: 'Returns the settings and rules. `version` is 0 until they are saved for the first time; they are off then.',
    },
    'PUT /api/reminder-settings': {
      title: 'Save the reminder settings',
      description:
        'Saves the settings and all rules. A new rule begins with the next day, and so do all rules when reminders are switched on. Placeholders are {invoice number}, {amount due}, {due date}, {days overdue}, {customer name} and {business name}.',
      conflict: staleVersionConflict,
    },
    'GET /api/invoices/:id/reminders': {
      title: 'List an invoice’s reminders',
      description: 'Returns the coming reminders of an invoice and the latest 100 past ones, with the reason for each that was skipped.',
    },
    'POST /api/invoices/:id/reminders/send': {
      title: 'Remind now',
      description: 'Emails a reminder of an invoice at once, whatever the hours and rules.',
      conflict: 'Nothing is due, a payment is on its way, the customer has answered or unsubscribed, or has no email address.',
    },
    'POST /api/invoices/:id/reminders/skip': {
      title: 'Skip a reminder',
      description: 'Leaves out one coming reminder of an invoice.',
      conflict: 'No such reminder is coming.',
    },
    'POST /api/invoices/:id/reminders/stop': {
      title: 'Stop an invoice’s reminders',
      description: 'Switches automatic reminders of an invoice off.',
    },
    'POST /api/invoices/:id/reminders/resume': {
      title: 'Resume an invoice’s reminders',
      description: 'Switches them on again, also after the customer said that the invoice was paid or disputed it.',
    },
    'GET /api/customers/:id/reminders': {
      title: 'Read whether a customer gets reminders',
      description: 'Returns why a customer gets no reminders; null when they do.',
    },
    'POST /api/customers/:id/reminders/stop': {
      title: 'Stop a customer’s reminders',
      description: 'Switches automatic reminders of all invoices of a customer off.',
    },
    'POST /api/customers/:id/reminders/resume': {
      title: 'Resume a customer’s reminders',
      description: 'Switches them on again, also after the customer unsubscribed.',
    },
  },
}
