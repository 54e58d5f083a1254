import sharp from 'sharp'
import type { Person, TestApp } from '#server/testing/app.ts'
import { attachReceipt, smallPdf, uploadLogo } from '#server/testing/upload.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'

const line = { description: 'Hour', quantity: '1.5', unitPrice: '80.10' }
const days = { issueDate: '2026-01-01', dueDate: '2099-01-31' }

/**
 * A person who has something of each kind: customers, papers in all states, money, files, deleted things.
 * @param withKey gives the business a card provider's key of its own; without one it is in the sandbox
 */
export const createFullAccount = async (app: TestApp, who: Person, { withKey = true } = {}) => {
  const post = async (url: string, body?: unknown) => {
    const reply = await app.send(who, 'POST', url, body)
    if (reply.status >= 300) throw new Error(`${url}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  const { objectPath } = (await uploadLogo(app, who, picture)).body
  await post('/api/business-profile', {
    businessName: 'Ada Works',
    logoUrl: objectPath,
    ...(withKey && {
      stripePublishableKey: `pk_test_${'x'.repeat(24)}`,
      stripeSecretKey: deriveStripeKeys(`own ${who.userId}`).secretKey,
    }),
  })
  const customer = await post('/api/customers', {
    name: '=HYPERLINK("evil")',
    company: 'Acme',
    email: `kim-${who.userId}@customer.example`,
  })
  const item = await post('/api/items', { name: 'Hour', unitPrice: '80.10', category: 'Work' })
  const invoice = (invoiceNumber: string, further: object = {}) =>
    post('/api/invoices', { customerId: customer.id, invoiceNumber, ...days, lineItems: [{ itemId: item.id, ...line }, line], ...further })
  const estimate = (estimateNumber: string, further: object = {}) =>
    post('/api/estimates', {
      customerId: customer.id,
      estimateNumber,
      issueDate: '2026-01-01',
      expiryDate: '2099-01-31',
      lineItems: [line],
      ...further,
    })
  const draft = await invoice('../../x')
  const sent = await invoice('CON', { status: 'sent', taxRate: '8.25' })
  const paid = await invoice(`Party 🎉 ${'9'.repeat(30)}`, { status: 'sent' })
  await post(`/api/invoices/${paid.id}/payments`, { amount: '10.00', paymentDate: '2026-01-05', paymentMethod: 'Cash', notes: '+1' })
  const gone = await invoice('GONE-1')
  await app.send(who, 'DELETE', `/api/invoices/${gone.id}`)
  const asked = await estimate('CON', { status: 'sent' })
  await post(`/api/estimates/${(await estimate('con')).id}/convert`, {})
  const receipt = (await attachReceipt(app, who, smallPdf, '../../CON.pdf')).body
  const same = (await attachReceipt(app, who, smallPdf, 'CON.pdf')).body
  await attachReceipt(app, who, smallPdf, `${'😀'.repeat(100)}${'z'.repeat(100)}.pdf`)
  const expense = await post('/api/expenses', {
    ...{ description: 'Train', amount: '12.30', category: 'Travel', expenseDate: '2026-01-02' },
    ...{ customerId: customer.id, receiptFileId: receipt.id },
  })
  await post('/api/expenses', {
    ...{ description: '@SUM(1)', amount: '7.00', category: 'Other', expenseDate: '2026-01-03' },
    receiptFileId: same.id,
  })
  const binned = await post('/api/items', { name: 'Binned', unitPrice: '5.50' })
  await app.send(who, 'DELETE', `/api/items/${binned.id}`)
  for (const kind of ['invoice', 'estimate'])
    await app.send(who, 'PUT', `/api/${kind}-numbering`, {
      ...{ prefix: 'N-', includeYear: true, padding: 4, restartYearly: true, nextCounter: 1 },
    })
  return { customer, item, draft, sent, paid, gone, asked, expense, receipt, same }
}
