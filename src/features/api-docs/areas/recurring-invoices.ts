import { createExample, describeCalls, staleVersionConflict } from '#kit/server/docs.ts'
import type { AreaDocs } from '#server/platform/http/area-docs.ts'
import {
  listedRecurringInvoice,
  recurringContent,
  recurringInvoice,
  recurringInvoiceInput,
  recurringInvoicesApi,
  recurringInvoiceUpdate,
  recurringRun,
  recurringSchedule,
  storedContent,
} from '#shared/contract/recurring-invoices.ts'

const ended = 'The recurring invoice has ended.'

const schedule = {
  ...{ startDay: '2030-01-31', frequency: 'monthly', every: 1, onDays: [], untilDay: null, maxCount: 12, time: '08:00' },
  timeZone: 'Europe/London',
}
const description = 'Support, {month}'
const line = { description, quantity: '1', unitPrice: '250.00' }
const content = { lineItems: [line], notes: 'For {period}' }
const input = { customerId: 1, ...schedule, dueDays: 14, sendsInvoices: true, chargesSavedCard: false, content }
const known = {
  ...{ ...input, customerName: 'Ada Lovelace', firstLine: description, madeCount: 0, total: '250.00', currency: 'USD' },
  ...{ nextDay: '2030-01-31', nextRunAt: '2030-01-31T08:00:00.000Z' },
  content: { ...content, taxRate: '0.00', currency: 'USD', lineItems: [{ ...line, quantity: '1.00', unitCode: 'C62' }] },
}

export const recurringInvoiceDocs: AreaDocs = {
  area: 'Recurring invoices',
  description:
    'Schedules that create invoices: on each of their days one, never two. Where an invoice can’t be created, the schedule waits, and `problem` says why. An account can have 1,000 of them.',
  operations: describeCalls(recurringInvoicesApi, {
    list: {
      title: 'List recurring invoices',
      description:
        'Returns all recurring invoices without their contents, by the time of the next invoice; those that have ended come last. They can be filtered by status and by customer.',
    },
    create: {
      title: 'Create a recurring invoice',
      description:
        'Creates an active schedule. Of days that are past, up to 3 invoices are created at once; more pause it until you resume it.',
      conflict: 'There are 1,000 recurring invoices already.',
      referencesRecords: true,
    },
    preview: {
      title: 'Preview the days of a schedule',
      description: 'Returns the first days of a schedule, at most 12, and when their invoices would be created. Nothing is stored.',
    },
    one: {
      title: 'Read a recurring invoice',
      description: 'Returns the schedule with the contents of its next invoice.',
    },
    update: {
      title: 'Change a recurring invoice',
      description: 'Saves the schedule and its contents. Invoices that exist and days that are done stay as they are.',
      conflict: staleVersionConflict,
      referencesRecords: true,
    },
    remove: {
      title: 'Delete a recurring invoice',
      description: 'Deletes the schedule. Its invoices stay.',
    },
    history: {
      title: 'Read the history of a recurring invoice',
      description: 'Returns the latest changes of the schedule, newest first.',
    },
    runs: {
      title: 'List the days that are done',
      description: 'Returns the latest 500 days, newest first: with the invoice, or with the reason why there is none.',
    },
    pause: {
      title: 'Pause a recurring invoice',
      description: 'Creates no invoices until it is resumed. The days that go by do not count towards the number of invoices.',
    },
    resume: {
      title: 'Resume a recurring invoice',
      description: 'Makes a paused schedule active again. `missed` says which invoices of the days that went by are created after all.',
      conflict: ended,
    },
    skip: {
      title: 'Skip the next invoice',
      description: 'Leaves out the next day. It does not count towards the number of invoices.',
      conflict: ended,
    },
    runNow: {
      title: 'Create the next invoice now',
      description: 'Creates the invoice of the next day at once, and sends it if the schedule sends invoices. The day is done then.',
      conflict: 'The recurring invoice has ended, or the customer has no email address.',
      forbidden: 'The free trial has expired.',
    },
  }),
  schemas: {
    ...{ recurringInvoice, recurringInvoiceInput, recurringInvoiceUpdate, listedRecurringInvoice, recurringRun, recurringSchedule },
    ...{ recurringContentInput: recurringInvoiceInput.shape.content, recurringLineInput: recurringContent.shape.lineItems.element },
    ...{ recurringContent: storedContent, recurringLine: storedContent.shape.lineItems.element },
  },
  examples: {
    RecurringInvoiceInput: input,
    RecurringInvoiceUpdate: { ...input, dueDays: 30, version: 1 },
    RecurringInvoice: createExample(recurringInvoice, known),
    ListedRecurringInvoice: createExample(listedRecurringInvoice, known),
    RecurringSchedule: schedule,
  },
}
