import { describe, expect, test } from 'vitest'
import { paymentReceived } from '#features/payments/owner-notifications.ts'
import { renderNotification } from '#server/domain/notifications/notification.ts'
import type { PaymentDetails } from '#server/domain/payments/payment-details.ts'
import { productBrand } from '#server/platform/mail/brand.ts'
import { receiptMail } from './receipt.mail.ts'
import { refundMail } from './refund.mail.ts'

const receipt = {
  businessName: 'Acme',
  customerName: 'Kim Lee',
  invoiceNumber: 'INV-0001',
  amount: '$100.00',
  method: 'Card',
  date: 'Mar 2, 2026',
  balanceDue: '$62.36',
  credit: '$5.00',
  refunded: '$20.00',
  viewUrl: 'https://billfold.example/pay-invoice/abc',
}
const refunded = {
  businessName: 'Acme',
  customerName: 'Kim Lee',
  invoiceNumber: 'INV-0001',
  amount: '$20.00',
  date: 'Mar 9, 2026',
  method: 'Card',
  remaining: '$80.00',
  balanceDue: '$12.36',
  viewUrl: 'https://billfold.example/pay-invoice/abc',
}
const received = { ownerName: 'Sam', customerName: 'Kim Lee', invoiceNumber: 'INV-0001', amount: '$100.00', method: 'Card' }

/** The notification about a payment with these values. */
const paymentReceivedMail = (change: Partial<typeof received> & { isSandbox?: boolean } = {}) => {
  const { ownerName, customerName, invoiceNumber, amount, method, isSandbox = false } = { ...received, ...change }
  const payment = {
    invoiceId: 1,
    amount: amount.replace(/^\$/, ''),
    currency: 'usd',
    method,
    isSandbox,
    number: invoiceNumber,
    customerName,
    owner: { firstName: null, lastName: null, email: 'sam@example.com' },
  } as PaymentDetails
  const message = paymentReceived.write(payment, { userId: 1, paymentId: 2 })
  return renderNotification({ ...message, to: { name: ownerName, address: 'sam@example.com' } }, new URL('https://billfold.example'))!
}
const mails = [
  {
    name: 'receipt',
    make: (change: object) => receiptMail({ brand: productBrand, ...receipt, ...change }),
    fields: Object.keys(receipt).filter((field) => !field.endsWith('Url')),
    values: receipt,
  },
  {
    name: 'email about a refund',
    make: (change: object) => refundMail({ brand: productBrand, ...refunded, ...change }),
    fields: Object.keys(refunded).filter((field) => !field.endsWith('Url')),
    values: refunded,
  },
  {
    name: 'notification of the owner',
    make: (change: object) => paymentReceivedMail(change),
    // Its amount is a number of the database.
    fields: Object.keys(received).filter((field) => field !== 'amount'),
    values: received,
  },
]

test('subjects and senders', () => {
  expect(receiptMail({ brand: productBrand, ...receipt })).toMatchObject({
    subject: 'Receipt for invoice INV-0001 from Acme',
    fromName: 'Acme',
  })
  expect(receiptMail({ brand: productBrand, ...receipt }).replyTo).toBeUndefined()
  expect(receiptMail({ brand: productBrand, ...receipt, businessEmail: 'office@acme.example' }).replyTo).toEqual({
    name: 'Acme',
    address: 'office@acme.example',
  })
  expect(paymentReceivedMail()).toMatchObject({ subject: 'Payment received: $100.00 for invoice INV-0001', fromName: 'Billfold' })
})

test('a receipt contains later refunds and a credit, and leaves out what is zero', () => {
  const plain = receiptMail({ brand: productBrand, ...receipt, credit: null, refunded: null })
  expect(plain.text).toContain('Balance due: $62.36')
  expect(plain.text + plain.html).not.toMatch(/Refunded|Credit|went back|sandbox/)
  const part = receiptMail({ brand: productBrand, ...receipt, credit: null, balanceDue: null })
  expect(part.text).toContain('Since then, $20.00 of it was refunded.')
  expect(part.text).toContain('Refunded: $20.00')
  expect(part.text).not.toContain('Balance due')
  expect(receiptMail({ brand: productBrand, ...receipt, refunded: '$100.00' }).text).toContain('Since then, all of it was refunded.')
  expect(receiptMail({ brand: productBrand, ...receipt }).text).toContain('You paid $5.00 more than the total. It is kept as your credit.')
  expect(receiptMail({ brand: productBrand, ...receipt, isSandbox: true }).text).toContain('no real money was moved')
})

test('the notification of a sandbox payment says that no real money was moved', () => {
  expect(paymentReceivedMail().text).toContain('A customer has paid an invoice.')
  const tried = paymentReceivedMail({ isSandbox: true })
  for (const version of [tried.text, tried.html]) expect(version).toContain('no real money was moved')
  expect(tried.text).not.toContain('A customer has paid an invoice.')
})

describe.each(mails)('the $name', ({ make, fields, values }) => {
  test('contains all values, in both versions', () => {
    const mail = make({})
    for (const said of Object.values(values)) {
      expect(mail.text).toContain(said)
      expect(mail.html).toContain(said)
    }
  })

  test.each(fields)('markup, quotes and line breaks in %s stay text on one line', (field) => {
    const evil = `"><img src=x onerror='alert(1)'>\r\nBcc: evil@example.com\n</title></style><script>x</script>&amp;`
    const mail = make({ [field]: evil })
    expect(mail.html).toContain('&lt;script&gt;x&lt;/script&gt;&amp;amp;')
    expect(mail.html).not.toMatch(/<img|<script|'alert/)
    expect(mail.html.match(/<\/style>/g)).toHaveLength(1)
    expect(`${mail.subject}${mail.preview}${mail.fromName}`).not.toMatch(/[\r\n]/)
    expect(mail.text.split('\n').length).toBe(make({}).text.split('\n').length)
  })

  test('keeps Arabic and Japanese text; its link must be http or https', () => {
    const mail = make({ customerName: '山田 太郎', businessName: 'شركة النور', ownerName: 'شركة النور' })
    for (const version of [mail.text, mail.html]) for (const said of ['山田 太郎', 'شركة النور']) expect(version).toContain(said)
    if ('viewUrl' in values) expect(() => make({ viewUrl: 'javascript:x' })).toThrow(TypeError)
  })
})
