const schedule = {
  ...{ startDay: '2030-01-31', frequency: 'monthly', every: 1, onDays: [], untilDay: null, maxCount: 12, time: '08:00' },
  timeZone: 'Europe/London',
}
const description = 'Support, {month}'
const content = { lineItems: [{ description, quantity: '1', unitPrice: '250.00' }], notes: 'For {period}' }
const input = { customerId: 1, ...schedule, dueDays: 14, sendsInvoices: true, chargesSavedCard: false, content }
const reply = {
  ...{ id: 1, version: 1, customerId: 1, customerName: 'Ada Lovelace', firstLine: description, ...schedule },
  ...{ dueDays: 14, sendsInvoices: true, chargesSavedCard: false, status: 'active' },
  ...{ nextDay: '2030-01-31', nextRunAt: '2030-01-31T08:00:00.000Z', problem: null, madeCount: 0, total: '250.00', currency: 'USD' },
}
const storedLine = {
  ...{ itemId: null, kind: 'item', description, quantity: '1.00', unitCode: 'C62', unitPrice: '250.00', discountPercent: null },
  ...{ discountAmount: null, taxRateId: null, followsItemPrice: false },
}
const discount = { pricesIncludeTax: false, discountPercent: null, discountAmount: null }

const sendTime = { day: '2026-01-31', time: '08:00', timeZone: 'Europe/London' }

export const recurringExamples: Readonly<Record<string, unknown>> = {
  SendTime: { ...sendTime, hasProblem: false },
  ScheduledSendInput: { ...sendTime, message: 'Hello' },
  ScheduledSend: {
    ...{
      ...sendTime,
      hasProblem: false,
      sendAt: '2026-01-31T08:00:00.000Z',
      problem: null,
      to: null,
      cc: [],
      copyToMe: false,
      subject: null,
    },
    message: 'Hello',
  },
  StatementSchedule: { isOn: false, dayOfMonth: 1, time: '08:00', timeZone: 'UTC', sendsTo: 'balance', next: null },
  RecurringInvoiceInput: input,
  RecurringInvoiceUpdate: { ...input, dueDays: 30, version: 1 },
  RecurringInvoice: {
    ...reply,
    content: { taxRate: '0.00', ...discount, currency: 'USD', notes: 'For {period}', terms: null, lineItems: [storedLine] },
  },
  ListedRecurringInvoice: reply,
  RecurringSchedule: schedule,
}
