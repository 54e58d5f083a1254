import sharp from 'sharp'
import type { Person, TestApp } from '#server/testing/app.ts'
import { createRecords } from '#server/testing/records.ts'
import { attachReceipt, smallPdf, uploadLogo } from '#server/testing/upload.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'

const line = { description: 'Hour', quantity: '1.5', unitPrice: '80.10' }

/**
 * Creates records of every kind for a user: invoices and estimates in all states, payments, files and deleted records.
 * @param withKey connects the business's own Stripe account; without it the business is in the sandbox
 */
export const createFullAccount = async (app: TestApp, owner: Person, { withKey = true } = {}) => {
  const records = createRecords(app, owner)
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  const { objectPath } = (await uploadLogo(app, owner, picture)).body
  await app.call(owner, 'POST', '/api/business-profile', {
    businessName: 'Ada Works',
    logoUrl: objectPath,
    ...(withKey && {
      stripePublishableKey: `pk_test_${'x'.repeat(24)}`,
      stripeSecretKey: deriveStripeKeys(`own ${owner.userId}`).secretKey,
    }),
  })
  const customer = await records.customer({
    name: '=HYPERLINK("evil")',
    company: 'Acme',
    email: `kim-${owner.userId}@customer.example`,
  })
  const item = await records.item({ unitPrice: '80.10', category: 'Work' })
  const ofCustomer = { customerId: customer.id }
  const lineItems = [{ itemId: item.id, ...line }, line]
  const draft = await records.invoice({ ...ofCustomer, lineItems, invoiceNumber: '../../x' })
  const sent = await records.invoice({ ...ofCustomer, lineItems, invoiceNumber: 'CON', status: 'sent', taxRate: '8.25' })
  const paid = await records.invoice({ ...ofCustomer, lineItems, invoiceNumber: `Party 🎉 ${'9'.repeat(30)}`, status: 'sent' })
  await records.payment(paid.id, { amount: '10.00', notes: '+1' })
  const deletedInvoice = await records.invoice({ ...ofCustomer, lineItems, invoiceNumber: 'GONE-1' })
  await records.remove('invoices', deletedInvoice.id)
  const estimate = await records.estimate({ ...ofCustomer, lineItems: [line], estimateNumber: 'CO?N', status: 'sent' })
  const converted = await records.estimate({ ...ofCustomer, lineItems: [line], estimateNumber: 'co*n' })
  await app.call(owner, 'POST', `/api/estimates/${converted.id}/convert`, {})
  const receipt = (await attachReceipt(app, owner, smallPdf, '../../CON.pdf')).body
  const sameReceipt = (await attachReceipt(app, owner, smallPdf, 'CON.pdf')).body
  await attachReceipt(app, owner, smallPdf, `${'😀'.repeat(100)}${'z'.repeat(100)}.pdf`)
  const expense = await records.expense({ ...ofCustomer, expenseDate: '2026-01-02', receiptFileId: receipt.id })
  await records.expense({ description: '@SUM(1)', amount: '7.00', category: 'Other', receiptFileId: sameReceipt.id })
  await records.remove('items', (await records.item({ name: 'Binned', unitPrice: '5.50' })).id)
  for (const kind of ['invoice', 'estimate'])
    await app.call(owner, 'PUT', `/api/${kind}-numbering`, {
      ...{ prefix: 'N-', date: 'YYYY', padding: 4, restart: 'year', nextCounter: 1 },
    })
  return { customer, item, draft, sent, paid, deletedInvoice, estimate, expense, receipt, sameReceipt }
}
