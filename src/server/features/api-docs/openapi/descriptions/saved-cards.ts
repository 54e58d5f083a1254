import type { AreaDescription } from './description.ts'

export const savedCardDescriptions: AreaDescription = {
  area: 'Saved cards',
  description:
    'Cards that customers save on the pay page, so that recurring invoices with `chargesSavedCard` are charged to them when they are due. The invoice’s email announces the payment 3 days before, or earlier. Cards can be removed here, and are saved by customers only.',
  operations: {
    'GET /api/customers/:id/cards': {
      title: 'List saved cards',
      description:
        'Returns a customer’s latest 50 cards, newest first, with the words that the customer agreed to. At most one is not removed.',
    },
    'DELETE /api/customers/:id/cards/:cardId': {
      title: 'Remove a saved card',
      description:
        'The card is not charged any more, and Stripe forgets it. Payments that were announced with it are stopped, and the customer is told.',
    },
    'GET /api/invoices/:id/automatic-payment': {
      title: 'Read the automatic payment of an invoice',
      description: 'Returns the payment that was announced to the customer, or null.',
    },
    'POST /api/invoices/:id/automatic-payment/stop': {
      title: 'Stop the automatic payment of an invoice',
      description: 'The card is not charged for the invoice. The customer is told, and can pay it by its link.',
      conflict: 'The card is being charged, or is not charged for this invoice any more.',
    },
  },
}
