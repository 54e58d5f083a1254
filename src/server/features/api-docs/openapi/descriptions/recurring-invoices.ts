import type { AreaDescription } from './description.ts'
import { staleVersionConflict } from './description.ts'

const ended = 'The recurring invoice has ended.'

export const recurringInvoiceDescriptions: AreaDescription = {
  area: 'Recurring invoices',
  description:
    'Schedules that create invoices: on each of their days one, never two. Where an invoice can’t be created, the schedule waits, and `problem` says why. An account can have 1,000 of them.',
  operations: {
    'GET /api/recurring-invoices': {
      title: 'List recurring invoices',
      description:
        'Returns all recurring invoices without their contents, by the time of the next invoice; those that have ended come last. They can be filtered by status and by customer.',
    },
    'POST /api/recurring-invoices': {
      title: 'Create a recurring invoice',
      description:
        'Creates an active schedule. Of days that are past, up to 3 invoices are created at once; more pause it until you resume it.',
      conflict: 'There are 1,000 recurring invoices already.',
      referencesRecords: true,
    },
    'POST /api/recurring-invoices/preview': {
      title: 'Preview the days of a schedule',
      description: 'Returns the first days of a schedule, at most 12, and when their invoices would be created. Nothing is stored.',
    },
    'GET /api/recurring-invoices/:id': {
      title: 'Read a recurring invoice',
      description: 'Returns the schedule with the contents of its next invoice.',
    },
    'PUT /api/recurring-invoices/:id': {
      title: 'Change a recurring invoice',
      description: 'Saves the schedule and its contents. Invoices that exist and days that are done stay as they are.',
      conflict: staleVersionConflict,
      referencesRecords: true,
    },
    'DELETE /api/recurring-invoices/:id': {
      title: 'Delete a recurring invoice',
      description: 'Deletes the schedule. Its invoices stay.',
    },
    'GET /api/recurring-invoices/:id/history': {
      title: 'Read the history of a recurring invoice',
      description: 'Returns the latest changes of the schedule, newest first.',
    },
    'GET /api/recurring-invoices/:id/runs': {
      title: 'List the days that are done',
      description: 'Returns the latest 500 days, newest first: with the invoice, or with the reason why there is none.',
    },
    'POST /api/recurring-invoices/:id/pause': {
      title: 'Pause a recurring invoice',
      description: 'Creates no invoices until it is resumed. The days that go by do not count towards the number of invoices.',
    },
    'POST /api/recurring-invoices/:id/resume': {
      title: 'Resume a recurring invoice',
      description: 'Makes a paused schedule active again. `missed` says which invoices of the days that went by are created after all.',
      conflict: ended,
    },
    'POST /api/recurring-invoices/:id/skip': {
      title: 'Skip the next invoice',
      description: 'Leaves out the next day. It does not count towards the number of invoices.',
      conflict: ended,
    },
    'POST /api/recurring-invoices/:id/run-now': {
      title: 'Create the next invoice now',
      description: 'Creates the invoice of the next day at once, and sends it if the schedule sends invoices. The day is done then.',
      conflict: 'The recurring invoice has ended, or the customer has no email address.',
      forbidden: 'The free trial has expired.',
    },
  },
}
