import { expect, test } from 'vitest'
import {
  ada,
  app,
  attempts,
  checkout,
  customerId,
  history,
  invoice,
  mailsAbout,
  pay,
  reconcileAttempt,
  refund,
  returnFromCheckout,
  setInvoice,
  setUpPayments,
} from '#features/payments/testing/payment-fixture.ts'
import { readPageTexts } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'

// Emails about payments of invoices that are not in the currency of the business: each amount in the invoice's currency, with its decimals. The owner
// reads English; the customer reads the language of the business's documents, in emails as in the receipt.

setUpPayments()

let count = 0
/** Makes the test's invoice one in another currency than the dollar of a business with documents in German. */
const makeInvoiceIn = async (currency: string, unitPrice: string, exchangeRate: string) => {
  const profile = await app.send(ada, 'POST', '/api/business-profile', { businessName: 'Atelier', documentLanguage: 'de' })
  expect(profile.status).toBeLessThan(300)
  const number = `F-${++count}`
  const made = await app.send(ada, 'POST', '/api/invoices', {
    ...{ customerId, invoiceNumber: number, status: 'sent', issueDate: '2026-01-05', dueDate: '2030-02-04', currency, exchangeRate },
    lineItems: [{ description: 'Design', quantity: 1, unitPrice }],
  })
  const [row] = await app.sql<{ public_id: string }>('select public_id from public_links where document_id = $1', [made.body.id])
  setInvoice({ id: made.body.id, publicId: row!.public_id, number })
}

/** The email about the test's invoice with this subject, once it was sent. */
const readMail = async (subject: string) => {
  await expect.poll(async () => (await mailsAbout()).map((mail) => mail.subject), { timeout: 60_000 }).toContain(subject)
  return (await mailsAbout()).find((mail) => mail.subject === subject)!
}
const readReceipt = async () =>
  (await readPageTexts((await app.send(null, 'GET', `/api/public/invoice/${invoice.publicId}/receipt`)).bytes)).join('')

const space = '\u00a0'

test.each([
  {
    ...{ currency: 'EUR', price: '1500.25', rate: '1.0842', part: '50.25', whole: '€1,500.25' },
    ...{ paid: `1.500,25${space}€`, returned: `50,25${space}€`, left: `1.450,00${space}€` },
  },
  {
    ...{ currency: 'JPY', price: '15000', rate: '0.0067', part: '5000', whole: '¥15,000' },
    ...{ paid: `15.000${space}¥`, returned: `5.000${space}¥`, left: `10.000${space}¥` },
  },
  {
    ...{ currency: 'KWD', price: '12.340', rate: '3.25', part: '2.340', whole: `KWD${space}12.340` },
    ...{ paid: `12,340${space}KWD`, returned: `2,340${space}KWD`, left: `10,000${space}KWD` },
  },
])(
  'emails about a payment, its refund and its dispute in $currency',
  async ({ currency, price, rate, part, whole, paid, returned, left }) => {
    await makeInvoiceIn(currency, price, rate)
    const { number } = invoice
    await payAtCheckout(await checkout(), '4242424242424242')
    await returnFromCheckout()
    const received = await readMail(`Payment received: ${whole} for invoice ${number}`)
    const receipt = await readMail(`Quittung zur Rechnung ${number} von Atelier`)
    expect(received.text).toContain(`Amount received: ${whole}\n`)
    expect(receipt.text).toContain(`Bezahlter Betrag: ${paid}\n`)
    expect(await readReceipt()).toContain(paid.replace(space, ''))

    const [payment] = (await history()).payments
    expect((await refund(payment.id, part)).status).toBe(201)
    const refunded = await readMail(`Erstattung zur Rechnung ${number} von Atelier`)
    expect(refunded.text).toContain(` hat Ihnen ${returned} Ihrer Zahlung zur Rechnung ${number} erstattet.`)
    expect(refunded.text).toContain(`Erstattung: ${returned}\n`)
    expect(refunded.text).toContain(`Bezahlt nach dieser Erstattung: ${left}`)
    expect(refunded.attachments).toMatchObject([{ fileName: `Quittung-${number}.pdf` }])

    const [{ charge }] = (await app.sql('select charge_ref as charge from payments where document_id = $1', [invoice.id])) as [
      { charge: string },
    ]
    await app.simulate('disputes/open', { charge })
    expect((await readMail(`Payment disputed: ${whole} for invoice ${number}`)).text).toContain(`Payment: ${whole}\n`)
    await app.simulate('disputes/lose', { charge })
    await readMail(`Dispute lost: ${whole} for invoice ${number}`)

    // No email about a foreign invoice has an amount in dollars, the currency of the business.
    for (const { text, html, subject } of await mailsAbout())
      for (const version of [text, html, subject]) expect(version).not.toMatch(/\$\d|USD/)
  },
)

test('a refund in yen that fails or is undone at the provider is reported to the owner in yen', async () => {
  await makeInvoiceIn('JPY', '15000', '0.0067')
  await payAtCheckout(await checkout(), '4242424242424242')
  await returnFromCheckout()
  const [payment] = (await history()).payments
  await app.simulate('refunds/pend', { count: 1 })
  await refund(payment.id, '5000')
  const [row] = await app.sql<{ ref: string }>('select ref from payment_refunds where user_id = $1', [ada.userId])
  await app.simulate('refunds/settle', { refund: row!.ref, status: 'failed', reason: 'lost_or_stolen_card' })
  await reconcileAttempt((await attempts())[0]!.id)
  const mail = await readMail(`Refund failed: ¥5,000 for invoice ${invoice.number}`)
  expect(mail.text).toContain('The refund of ¥5,000 failed: ')
})

test('the receipt of a part payment in dinars says what is due in thousandths', async () => {
  await makeInvoiceIn('KWD', '10.005', '3.25')
  await pay({ amount: '4.004' })
  const part = await readMail(`Quittung zur Rechnung ${invoice.number} von Atelier`)
  expect(part.text).toContain(`Bezahlter Betrag: 4,004${space}KWD\n`)
  expect(part.text).toContain(`Offener Betrag: 6,001${space}KWD`)
})
