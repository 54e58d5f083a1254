import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CardFixture, cards, createCardFixture, dayMs } from '#features/payments/testing/card-fixture.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'

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
const announce = async (number = cards.good, body?: object) => {
  await it.saveCard(await it.makeInvoice(), number, body)
  return it.makeInvoice()
}

describe('the consent', () => {
  test('is asked for while a recurring invoice charges cards, and is kept with its words and time', async () => {
    const invoice = await it.makeInvoice()
    expect((await it.readPage(invoice)).cards).toEqual({ offersToSave: true, saved: null, charge: null })
    const before = new Date()
    const card = await it.saveCard(invoice)
    expect(card).toMatchObject({
      brand: 'visa',
      last4: '4242',
      expiryMonth: 4,
      expiryYear: 2041,
      consentWords: it.words(),
      removedAt: null,
      maxAmount: null,
    })
    expect(new Date(card.consentedAt).getTime()).toBeGreaterThan(before.getTime() - 60_000)
    expect(await it.readInvoice(invoice)).toMatchObject({ status: 'paid' })
    // The first payment was the customer's own.
    expect(await it.readPayment(invoice)).toBeNull()
    expect((await it.readPage(await it.makeInvoice())).cards).toMatchObject({
      offersToSave: false,
      saved: { last4: '4242' },
      charge: { status: 'announced' },
    })
  })

  test('without it no card is saved, also when a checkout that would save one is still open', async () => {
    const invoice = await it.makeInvoice()
    const { url } = (await it.askToSave(invoice)).body
    const plain = String((await app.send(null, 'GET', `/pay/${invoice.publicId}/checkout`)).headers.location)
    expect(plain).not.toBe(url)
    await it.payAt(plain)
    await it.comeBack(invoice)
    expect(await it.readInvoice(invoice)).toMatchObject({ status: 'paid' })
    expect((await app.send(it.owner, 'GET', `/api/customers/${it.customer.id}/cards`)).body).toEqual([])
  })

  test('other words, other limits and other customers are refused', async () => {
    const invoice = await it.makeInvoice()
    const refusal = async (body: object) => {
      const { status, body: reply } = await it.askToSave(invoice, body)
      return [status, reply.message]
    }
    expect(await refusal({ words: 'Charge me' })).toEqual([
      409,
      'The terms for saving your card have changed. Reload the page to read them.',
    ])
    expect((await refusal({ words: it.words(), maxAmount: '100.00' }))[0]).toBe(409)
    expect(await refusal({ words: it.words('$0.00'), maxAmount: '0' })).toEqual([400, 'Limit must be more than 0'])
    expect((await refusal({ words: it.words(), card: '4242424242424242' }))[0]).toBe(400)
    await app.call(it.owner, 'DELETE', `/api/recurring-invoices/${it.schedule.id}`)
    expect(await refusal({ words: it.words() })).toEqual([409, 'This business doesn’t save cards at the moment. Reload the page to pay.'])
    expect((await app.send(null, 'POST', `/api/public/invoice/${'x'.repeat(24)}/save-card`, { words: it.words() })).status).toBe(404)
  })

  test('only emailed invoices can be charged', async () => {
    const { status, body } = await app.send(it.owner, 'POST', '/api/recurring-invoices', {
      ...{ customerId: it.customer.id, startDay: '2029-01-31', frequency: 'monthly', timeZone: 'UTC', dueDays: 14 },
      ...{ sendsInvoices: false, chargesSavedCard: true },
      content: { lineItems: [{ description: 'Retainer', quantity: '1', unitPrice: '40.00' }] },
    })
    expect([status, body.issues]).toEqual([
      400,
      [{ path: 'chargesSavedCard', message: 'Only invoices that are emailed can be charged to a saved card' }],
    ])
  })
})

describe('a card is removed', () => {
  const isDetached = async () => {
    const ref = await it.readMethodRef()
    for (const until = Date.now() + 10_000; Date.now() < until; ) {
      const method = (await it.readDump()).flatMap(({ objects }) => Object.values(objects.payment_method)).find(({ id }) => id === ref)
      if (method && method.customer === null) return true
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return false
  }

  test('by the customer, on the page of any invoice', async () => {
    const invoice = await announce()
    const { status, body } = await app.send(null, 'POST', `/api/public/invoice/${invoice.publicId}/remove-card`)
    expect([status, body]).toEqual([200, { offersToSave: true, saved: null, charge: null }])
    expect(await it.readPayment(invoice)).toMatchObject({ status: 'stopped', problem: 'The customer removed the card.' })
    await ownerMail(/card was not charged/)
    app.setNow(new Date(Date.now() + 60 * dayMs))
    await it.run(invoice)
    expect(await it.listCharges()).toEqual([])
    expect(await isDetached()).toBe(true)
    // The consent stays on record.
    const [card] = (await app.send(it.owner, 'GET', `/api/customers/${it.customer.id}/cards`)).body
    expect(card).toMatchObject({ removedBy: 'customer', consentWords: it.words() })
    // Again: nothing is left to remove.
    expect((await app.send(null, 'POST', `/api/public/invoice/${invoice.publicId}/remove-card`)).status).toBe(200)
  })

  test('by the owner, and the customer learns that nothing is charged', async () => {
    const invoice = await announce()
    const path = `/api/customers/${it.customer.id}/cards`
    const [card] = (await app.send(it.owner, 'GET', path)).body
    expect((await app.send(it.owner, 'DELETE', `${path}/${card.id}`)).status).toBe(204)
    expect(await it.readPayment(invoice)).toMatchObject({ status: 'stopped', problem: 'You removed the card.' })
    expect((await customerMail(/card was not charged/)).text).not.toContain('You removed')
    expect((await app.send(it.owner, 'GET', path)).body[0]).toMatchObject({ removedBy: 'owner' })
    const kinds = (await app.send(it.owner, 'GET', `/api/customers/${it.customer.id}/history`)).body.map(
      ({ kind }: { kind: string }) => kind,
    )
    expect(kinds).toEqual(['card removed', 'card saved', 'created'])
  })

  test('at Stripe, which the event only announces', async () => {
    await announce()
    const ref = await it.readMethodRef()
    const [card] = await app.sql<{ id: number }>('select id from saved_cards where user_id = $1', [it.owner.userId])
    const refresh = () => app.runners.find(({ name }) => name === 'saved-cards.refresh')!.run({ userId: it.owner.userId, cardId: card!.id })
    await app.simulate('cards/replace', { payment_method: ref, last4: '9876' })
    await refresh()
    expect((await app.send(it.owner, 'GET', `/api/customers/${it.customer.id}/cards`)).body[0]).toMatchObject({
      last4: '9876',
      expiryYear: 2045,
      removedAt: null,
    })
    const [account] = await it.readDump()
    expect(account).toBeDefined()
    await app.runners
      .find(({ name }) => name === 'saved-cards.detach')!
      .run({ userId: it.owner.userId, accountId: `sandbox-${it.owner.userId}`, methodRef: ref })
    await refresh()
    expect((await app.send(it.owner, 'GET', `/api/customers/${it.customer.id}/cards`)).body[0]).toMatchObject({
      removedBy: 'billfold',
      removedReason: 'It was removed at Stripe.',
    })
  })

  test('with the account: Stripe keeps no card that could be charged', async () => {
    await announce()
    const ref = await it.readMethodRef()
    const dump = async () =>
      (await it.readDump()).flatMap(({ objects }) => Object.values(objects.payment_method)).find(({ id }) => id === ref)
    expect((await dump())?.customer).not.toBeNull()
    expect((await app.send(it.owner, 'POST', '/api/account/delete', { email: it.owner.email })).status).toBeLessThan(300)
    expect((await dump())?.customer).toBeNull()
  })
})

test('the owner decides not to charge the card; the customer pays by the link', async () => {
  const invoice = await announce()
  const stop = () => app.send(it.owner, 'POST', `/api/invoices/${invoice.id}/automatic-payment/stop`, {})
  expect(await stop()).toMatchObject({ status: 200, body: { status: 'stopped', problem: 'You decided not to charge the card.' } })
  expect(await stop()).toMatchObject({ status: 409, body: { message: 'The card is not charged for this invoice any more.' } })
  await customerMail(/card was not charged/)
  app.setNow(new Date(Date.now() + 60 * dayMs))
  await it.run(invoice)
  expect(await it.listCharges()).toEqual([])
})

test('visitors, strangers and wrong ids are refused', async () => {
  const invoice = await announce()
  const stranger = await app.person(`stranger${count}`)
  const [card] = (await app.send(it.owner, 'GET', `/api/customers/${it.customer.id}/cards`)).body
  const requests = [
    ['GET', `/api/customers/${it.customer.id}/cards`],
    ['DELETE', `/api/customers/${it.customer.id}/cards/${card.id}`],
    ['GET', `/api/invoices/${invoice.id}/automatic-payment`],
    ['POST', `/api/invoices/${invoice.id}/automatic-payment/stop`],
  ] as const
  for (const [method, path] of requests) {
    const body = method === 'POST' ? {} : undefined
    expect([path, (await app.send(null, method, path, body)).status]).toEqual([path, 401])
    expect([path, (await app.send(stranger, method, path, body)).status]).toEqual([path, 404])
  }
  for (const id of ['0', 'x', '99999999'])
    expect((await app.send(it.owner, 'DELETE', `/api/customers/${it.customer.id}/cards/${id}`)).status).toBe(404)
  expect((await app.send(it.owner, 'POST', `/api/invoices/${invoice.id}/automatic-payment/stop`, { force: true })).status).toBe(400)
  expect((await app.send(null, 'POST', `/api/public/invoice/${'x'.repeat(24)}/remove-card`)).status).toBe(404)
})
