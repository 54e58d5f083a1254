import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CardFixture, cards, createCardFixture, dayMs } from '#features/payments/testing/card-fixture.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { countKills, runKilledAt } from '#server/testing/kill-at-statement.ts'

let app: TestApp
let it: CardFixture
let count = 0
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.setNow(new Date())
  it = await createCardFixture(app, `cards${++count}`)
})
afterAll(() => app.close())

const mailsTo = async (address: string) => (await app.mails(0)).filter(({ to }) => to.address === address)
const waitForMail = async (address: string, subject: RegExp) => {
  for (const until = Date.now() + 10_000; Date.now() < until; ) {
    const found = (await mailsTo(address)).find((mail) => subject.test(mail.subject))
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`No email ${subject} to ${address}: ${(await mailsTo(address)).map(({ subject }) => subject).join('; ')}`)
}
const customerMail = (subject: RegExp) => waitForMail(it.customer.email!, subject)
const ownerMail = (subject: RegExp) => waitForMail(it.owner.email, subject)

/** An invoice that is announced to be charged to a card that was saved with the one before. */
const announce = async (number = cards.good, body?: object, language?: 'de') => {
  await it.saveCard(await it.makeInvoice(), number, body)
  return it.makeInvoice(language)
}

describe('a charge', () => {
  test('is announced by the invoice’s email, and made on the due day, once', async () => {
    const invoice = await announce()
    const announced = await it.readPayment(invoice)
    expect(announced).toMatchObject({ status: 'announced', amount: '40.00', tries: 0, card: { last4: '4242' } })
    expect((await customerMail(new RegExp(`Invoice ${invoice.number} `))).text).toContain(
      '$40.00 will be charged to your Visa ending in 4242 on',
    )
    await it.run(invoice)
    expect(await it.readPayment(invoice)).toMatchObject({ status: 'announced' })
    await it.goTo(invoice)
    await Promise.all([it.run(invoice), it.run(invoice), it.run(invoice)].map((work) => work.catch(() => undefined)))
    await it.run(invoice)
    expect(await it.readPayment(invoice)).toMatchObject({ status: 'paid', tries: 1, nextAt: null })
    expect(await it.readInvoice(invoice)).toMatchObject({ status: 'paid', amountPaid: '40.00' })
    expect(await it.listCharges()).toHaveLength(1)
    await customerMail(new RegExp(`Receipt for invoice ${invoice.number}`))
  })

  test('is of one amount on one day: an announced invoice gets no payment schedule until the charge is stopped', async () => {
    const invoice = await announce()
    const instalments = [{ dueDate: '2030-01-31' }, { dueDate: '2030-02-28' }]
    const save = () => app.send(it.owner, 'PUT', `/api/invoices/${invoice.id}/instalments`, { instalments })
    const refused = await save()
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This invoice is going to be charged to a saved card in one amount. Stop the automatic payment first.',
    ])
    await app.send(it.owner, 'POST', `/api/invoices/${invoice.id}/automatic-payment/stop`)
    expect((await save()).status).toBe(200)
  })

  test('waits for three days after the mail server has accepted the notice', async () => {
    const invoice = await announce()
    const { nextAt } = await it.readPayment(invoice)
    const late = new Date(new Date(nextAt).getTime() - dayMs)
    await app.sql('update document_emails set settled_at = $2 where document_id = $1', [invoice.id, late])
    await it.goTo(invoice)
    await it.run(invoice)
    expect(await it.readPayment(invoice)).toMatchObject({
      status: 'announced',
      tries: 0,
      nextAt: new Date(late.getTime() + 3 * dayMs).toISOString(),
    })
    await app.sql(`update document_emails set state = 'failed', reason = 'No such mailbox' where document_id = $1`, [invoice.id])
    await it.goTo(invoice)
    await it.run(invoice)
    expect(await it.readPayment(invoice)).toMatchObject({
      status: 'stopped',
      problem: 'The email that announces the payment could not be delivered.',
    })
    expect(await it.listCharges()).toEqual([])
  })

  test('is not made for an invoice that was written off meanwhile, and nothing is charged when that is undone', async () => {
    const invoice = await announce()
    const { writeOff } = await app.call(it.owner, 'POST', `/api/invoices/${invoice.id}/write-offs` as '/api/invoices/1/write-offs', {
      day: new Date().toISOString().slice(0, 10),
    })
    await it.goTo(invoice)
    await it.run(invoice)
    expect(await it.readPayment(invoice)).toMatchObject({ status: 'stopped', problem: 'The invoice was written off.' })
    await app.send(it.owner, 'POST', `/api/invoices/${invoice.id}/write-offs/${writeOff.id}/reverse`)
    await it.run(invoice)
    expect(await it.listCharges()).toEqual([])
  })

  test('survives a lost answer: the same key, one charge', async () => {
    const invoice = await announce()
    await it.goTo(invoice)
    await app.simulate('faults', { route: 'POST /v1/payment_intents', kind: 'drop-after', count: 3 })
    await expect(it.run(invoice)).rejects.toThrow()
    expect(await it.readPayment(invoice)).toMatchObject({ status: 'charging' })
    await it.run(invoice)
    expect(await it.readPayment(invoice)).toMatchObject({ status: 'paid', tries: 1 })
    expect(await it.listCharges()).toHaveLength(1)
  })

  test('that is killed at any of its statements is made once', async () => {
    await it.saveCard(await it.makeInvoice())
    let isDone = false
    let killed = 0
    for (let nth = 1; !isDone; nth++) {
      app.setNow(new Date())
      const invoice = await it.makeInvoice()
      await it.goTo(invoice)
      isDone = await runKilledAt(app.database, nth, () => it.run(invoice))
      // The job is repeated, and an hour later it looks what became of a call whose answer was lost.
      for (let tries = 0; tries < 4 && (await it.readPayment(invoice)).status !== 'paid'; tries++) {
        await it.run(invoice).catch(() => undefined)
        if ((await it.readPayment(invoice)).nextAt) await it.goTo(invoice)
      }
      expect(await it.readPayment(invoice), `killed at statement ${nth}`).toMatchObject({ status: 'paid' })
      expect(
        (await it.listCharges()).filter(({ status }) => status === 'succeeded'),
        `killed at statement ${nth}`,
      ).toHaveLength(nth)
      if (!isDone) killed++
    }
    expect(killed).toBeGreaterThan(countKills(15))
  }, 300_000)

  test('whose answer is lost for longer than keys live is looked up, not repeated', async () => {
    const invoice = await announce()
    await it.goTo(invoice)
    await app.simulate('faults', { route: 'POST /v1/payment_intents', kind: 'drop-after', count: 3 })
    await expect(it.run(invoice)).rejects.toThrow()
    app.setNow(new Date(new Date((await it.readPayment(invoice)).nextAt).getTime() + 2 * dayMs))
    await it.run(invoice)
    expect(await it.readPayment(invoice)).toMatchObject({ status: 'paid' })
    expect(await it.listCharges()).toHaveLength(1)
  })

  test('that never reached the provider is tried again days later', async () => {
    const invoice = await announce()
    await it.goTo(invoice)
    await app.simulate('faults', { route: 'POST /v1/payment_intents', kind: 'drop-before', count: 3 })
    await expect(it.run(invoice)).rejects.toThrow()
    app.setNow(new Date(new Date((await it.readPayment(invoice)).nextAt).getTime() + dayMs))
    await it.run(invoice)
    expect(await it.readPayment(invoice)).toMatchObject({ status: 'announced', tries: 1, problem: 'Stripe could not be reached.' })
    await it.goTo(invoice)
    await it.run(invoice)
    expect(await it.readPayment(invoice)).toMatchObject({ status: 'paid', tries: 2 })
    expect(await it.listCharges()).toHaveLength(1)
  })

  test('closes the checkout that the customer has open, and blocks a second payment', async () => {
    const invoice = await announce()
    const page = String((await app.send(null, 'GET', `/pay/${invoice.publicId}/checkout`)).headers.location)
    await it.goTo(invoice)
    await it.run(invoice)
    await it.payAt(page)
    await it.comeBack(invoice)
    expect(await it.readInvoice(invoice)).toMatchObject({ status: 'paid', amountPaid: '40.00' })
  })
})

describe('a decline', () => {
  test('for want of money is tried again after 3, 5 and 7 days, then stopped, and both are told', async () => {
    const invoice = await announce()
    await it.decline('insufficient_funds')
    for (const days of [3, 5, 7]) {
      await it.goTo(invoice)
      const at = new Date((await it.readPayment(invoice)).nextAt)
      await it.run(invoice)
      const { status, nextAt, problem } = await it.readPayment(invoice)
      const waited = Math.round((new Date(nextAt).getTime() - at.getTime()) / dayMs)
      expect([status, problem, waited]).toEqual(['announced', 'The card has insufficient funds.', days])
    }
    await it.goTo(invoice)
    await it.run(invoice)
    expect(await it.readPayment(invoice)).toMatchObject({ status: 'stopped', tries: 4 })
    expect((await ownerMail(/card was not charged/)).text).toContain('The card has insufficient funds.')
    expect((await customerMail(/card was not charged/)).text).toContain(`/pay-invoice/${invoice.publicId}`)
    // The card is good for the next invoice.
    expect((await it.readPage(invoice)).cards).toMatchObject({ saved: { last4: '4242' }, charge: null })
  })

  test.each([
    ['lost_card', 'The bank declined the card for good.', 'Die Bank hat die Karte endgültig abgelehnt.'],
    ['expired_card', 'The card has expired.', 'Die Karte ist abgelaufen.'],
  ])('with %s ends the card, and the customer reads why in their own language', async (code, problem, inGerman) => {
    const invoice = await announce(cards.good, undefined, 'de')
    await it.decline(code)
    await it.goTo(invoice)
    await it.run(invoice)
    expect(await it.readPayment(invoice)).toMatchObject({ status: 'stopped', tries: 1, problem })
    expect((await app.send(it.owner, 'GET', `/api/customers/${it.customer.id}/cards`)).body).toMatchObject([
      { removedBy: 'billfold', removedReason: problem },
    ])
    expect((await it.readPage(invoice)).cards).toMatchObject({ offersToSave: true, saved: null })
    expect((await customerMail(/nicht belastet/)).text).toContain(inGerman)
  })

  test('that wants the customer’s confirmation is paid on the pay page, and never tried again without the customer', async () => {
    const invoice = await announce(cards.asks)
    await it.goTo(invoice)
    await it.run(invoice)
    expect(await it.readPayment(invoice)).toMatchObject({ status: 'customer', nextAt: null })
    expect((await customerMail(/Confirm your payment/)).text).toContain('Your bank wants you to confirm the payment to Fieldstone Studio')
    app.setNow(new Date(Date.now() + 60 * dayMs))
    await it.run(invoice)
    expect(await it.listCharges()).toHaveLength(1)
    app.setNow(new Date())
    await it.payAt(String((await app.send(null, 'GET', `/pay/${invoice.publicId}/checkout`)).headers.location), cards.asks)
    await it.comeBack(invoice)
    expect(await it.readInvoice(invoice)).toMatchObject({ status: 'paid', amountPaid: '40.00' })
  })
})

describe('the second look', () => {
  const edit = async (invoice: { id: number }, over: object) => {
    const { customerId, invoiceNumber, issueDate, dueDate, taxRate, lineItems } = await it.readInvoice(invoice as never)
    const lines = lineItems.map(({ description, quantity, unitPrice }: Record<string, string>) => ({ description, quantity, unitPrice }))
    const reply = await app.send(it.owner, 'PUT', `/api/invoices/${invoice.id}`, {
      customerId,
      invoiceNumber,
      issueDate,
      dueDate,
      taxRate,
      lineItems: lines,
      ...over,
    })
    expect(reply.status).toBe(200)
  }
  const line = (unitPrice: string) => ({ lineItems: [{ description: 'Retainer', quantity: '1', unitPrice }] })
  const runNow = async (invoice: Awaited<ReturnType<typeof announce>>) => {
    await it.goTo(invoice)
    await it.run(invoice)
    return it.readPayment(invoice)
  }

  test('an amount above the announced one is not charged, with its reason for both', async () => {
    const invoice = await announce()
    await edit(invoice, line('40.01'))
    expect(await runNow(invoice)).toMatchObject({
      status: 'stopped',
      problem: 'The invoice asks for $40.01, more than the $40.00 that was announced.',
    })
    expect(await it.listCharges()).toEqual([])
    await ownerMail(/card was not charged/)
    await customerMail(/card was not charged/)
  })

  test('a charge that a long downtime has delayed is not made, and both are told', async () => {
    const [week, month] = [await announce(), await it.makeInvoice()]
    const runLate = async (invoice: typeof week, days: number) => {
      const { nextAt } = await it.readPayment(invoice)
      app.setNow(new Date(new Date(nextAt).getTime() + days * dayMs))
      await it.run(invoice)
      return it.readPayment(invoice)
    }
    expect(await runLate(week, 6.9)).toMatchObject({ status: 'paid' })
    expect(await runLate(month, 30)).toMatchObject({
      status: 'stopped',
      problem: 'The payment is 30 days late, and is not made without asking again.',
    })
    expect((await it.listCharges()).map(({ amount }) => amount)).toEqual([4000])
    await ownerMail(/card was not charged/)
    await customerMail(/card was not charged/)
  })

  test('a smaller balance is charged as it is', async () => {
    const invoice = await announce()
    await app.call(it.owner, 'POST', `/api/invoices/${invoice.id}/payments`, {
      amount: '15.00',
      paymentDate: '2026-01-20',
      paymentMethod: 'Cash',
      sendReceipt: false,
    })
    expect(await runNow(invoice)).toMatchObject({ status: 'paid' })
    expect((await it.listCharges()).map(({ amount }) => amount)).toEqual([2500])
  })

  test('an invoice that was paid in another way is not charged, and nobody is bothered', async () => {
    const invoice = await announce()
    await app.send(it.owner, 'POST', `/api/invoices/${invoice.id}/mark-paid`, { sendReceipt: false })
    expect(await runNow(invoice)).toMatchObject({ status: 'stopped', problem: 'The invoice was paid in another way.' })
    expect(await it.listCharges()).toEqual([])
  })

  test('the customer’s limit holds, at the announcement and at the charge', async () => {
    const first = await it.makeInvoice()
    await it.saveCard(first, cards.good, { words: it.words('$40.00'), maxAmount: '40.00' })
    const invoice = await it.makeInvoice()
    expect(await it.readPayment(invoice)).toMatchObject({ status: 'announced' })
    await app.call(it.owner, 'PUT', `/api/recurring-invoices/${it.schedule.id}`, {
      ...{ customerId: it.customer.id, startDay: '2029-01-31', frequency: 'monthly', timeZone: 'UTC', dueDays: 14 },
      ...{ sendsInvoices: true, chargesSavedCard: true },
      content: line('40.50'),
    })
    const above = await it.makeInvoice()
    expect(await it.readPayment(above)).toMatchObject({
      status: 'stopped',
      problem: 'The invoice asks for $40.50, more than the $40.00 that the customer allowed for one payment.',
    })
    expect((await customerMail(new RegExp(`Invoice ${above.number} `))).text).not.toContain('will be charged')
  })

  test('after a dispute about an earlier payment nothing is charged', async () => {
    const invoice = await announce()
    await it.goTo(invoice)
    await it.run(invoice)
    const next = await it.makeInvoice()
    const [charge] = await it.listCharges()
    await app.simulate('disputes/open', { charge: charge!.id })
    const [attempt] = await app.sql<{ id: string }>('select id from payment_attempts where document_id = $1 and customer_ref is not null', [
      invoice.id,
    ])
    await app.runners.find(({ name }) => name === 'payments.reconcile')!.run({ userId: it.owner.userId, attemptId: attempt!.id })
    expect(await runNow(next)).toMatchObject({ status: 'stopped', problem: 'The customer disputes an earlier payment with this card.' })
  })

  test('a deleted invoice, and one that is a draft again, are not charged', async () => {
    const [draft, deleted] = [await announce(), await it.makeInvoice()]
    await edit(draft, { status: 'draft' })
    expect(await runNow(draft)).toMatchObject({ status: 'stopped', problem: 'The invoice was set back to a draft.' })
    await it.goTo(deleted)
    await app.call(it.owner, 'DELETE', `/api/invoices/${deleted.id}`)
    await it.run(deleted)
    expect(await app.sql('select status, problem from automatic_payments where document_id = $1', [deleted.id])).toEqual([
      { status: 'stopped', problem: 'The invoice was deleted.' },
    ])
    expect(await it.listCharges()).toEqual([])
  })

  test('cards of another Stripe account are not charged', async () => {
    const invoice = await announce()
    await app.sql(`update saved_cards set account_id = 'acct_other' where user_id = $1`, [it.owner.userId])
    expect(await runNow(invoice)).toMatchObject({ status: 'stopped', problem: expect.stringContaining('another Stripe account') })
    expect(await it.listCharges()).toEqual([])
  })
})
