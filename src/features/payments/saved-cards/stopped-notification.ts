import { defineNotification } from '#server/domain/notifications/notification.ts'
import { findAutomaticPayment, stoppedJob } from '#server/domain/payments/automatic/store.ts'
import { formatInCurrency } from '#server/domain/payments/format.ts'
import { findCard } from '#server/domain/payments/saved-cards/store.ts'
import { formatCard } from '#shared/card-consent.ts'

type Invoice = { number: string; customerName: string }

export const chargeStopped = defineNotification({
  job: stoppedJob,
  read: async (db, { documentId }) => {
    const payment = await findAutomaticPayment(db, documentId)
    const card = payment && (await findCard(db, payment.cardId))
    const [invoice] = await db.rows<Invoice>(
      `select i.number, coalesce(i.customer_snapshot ->> 'name', c.name, '') as "customerName"
       from documents i left join customers c on c.user_id = $1 and c.id = i.customer_id
       where i.user_id = $1 and i.id = $2 and i.deleted_at is null`,
      [db.userId, documentId],
    )
    return payment?.status === 'stopped' && card && invoice ? { payment, card, invoice } : null
  },
  write: ({ payment, card, invoice: { number, customerName } }, { userId, documentId }) => ({
    subject: `The card was not charged for invoice ${number}`,
    preview: payment.problem ?? '',
    introduction: payment.problem ?? 'An automatic payment was stopped.',
    facts: [
      ['Announced amount', formatInCurrency(payment)],
      ['Invoice', number],
      ['Customer', customerName],
      ['Card', formatCard(card)],
    ],
    further: ['Nothing is charged for this invoice. Your customer can still pay it by its link.'],
    button: 'Open the invoice',
    path: `/invoices/${documentId}`,
    id: `charge-stopped-${userId}-${documentId}`,
  }),
})
