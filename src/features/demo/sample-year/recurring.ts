import { createRecurringInvoice } from '#features/recurring-invoices/store.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { recurringInvoiceInput } from '#shared/contract/recurring-invoices.ts'
import { addDays, type Day, getMonthStart } from '#shared/dates.ts'

type Item = { id: number; name: string; price: string; unitCode: string }

export const addRecurringInvoices = async (
  db: UserDb,
  today: Day,
  { customers, items }: { customers: readonly number[]; items: readonly Item[] },
): Promise<number> => {
  const maintenance = items.find(({ name }) => name === 'Website maintenance')!
  const schedules = [
    {
      ...{
        customerId: customers[0],
        startDay: getMonthStart(today, -1),
        frequency: 'monthly',
        onDays: [1],
        sendsInvoices: true,
        dueDays: 14,
      },
      content: {
        lineItems: [
          {
            ...{ itemId: maintenance.id, followsItemPrice: true, description: `${maintenance.name}, {month}`, quantity: '1' },
            ...{ unitCode: maintenance.unitCode, unitPrice: maintenance.price },
          },
        ],
        notes: 'For {period}.',
      },
    },
    {
      ...{ customerId: customers[1], startDay: addDays(today, 75), frequency: 'yearly', sendsInvoices: false, dueDays: 30 },
      content: { lineItems: [{ description: 'Domain and hosting, {period}', quantity: '1', unitPrice: '480.00' }] },
    },
  ]
  for (const schedule of schedules)
    await createRecurringInvoice(db, recurringInvoiceInput.parse({ timeZone: 'America/Chicago', ...schedule }))
  return schedules.length
}
