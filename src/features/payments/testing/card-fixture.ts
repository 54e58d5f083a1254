import type { Person, TestApp } from '#server/testing/app.ts'
import { formatCardConsent } from '#shared/card-consent.ts'

export const dayMs = 86_400_000
export const cards = {
  good: '4242424242424242',
  /** Its bank wants the customer to confirm each payment. */
  asks: '4000002760003184',
  /** Is saved, and declined later. */
  declinedLater: '4000000000000341',
}

type Invoice = { id: number; publicId: string; number: string }
type Charge = {
  id: string
  payment_intent: string
  status: string
  amount: number
  amount_refunded: number
  created: number
  customer: string | null
  metadata: { attempt?: string }
}
type Dump = {
  accounts: Record<
    string,
    { id: string; objects: { charge: Record<string, Charge>; payment_method: Record<string, { id: string; customer: string | null }> } }
  >
}

/** A business with a customer whose recurring invoices charge a saved card. */
export const createCardFixture = async (app: TestApp, name: string) => {
  const owner: Person = await app.person(name)
  await app.sql(`update users set subscription_status = 'active' where id = $1`, [owner.userId])
  await app.call(owner, 'POST', '/api/business-profile', { businessName: 'Fieldstone Studio' })
  const named = { name: 'Bluebird Labs', email: `billing-${name}@bluebird.example` }
  const customer = await app.call(owner, 'POST', '/api/customers', named)
  const schedule = await app.call(owner, 'POST', '/api/recurring-invoices', {
    ...{ customerId: customer.id, startDay: '2029-01-31', frequency: 'monthly', timeZone: 'UTC', dueDays: 14 },
    ...{ sendsInvoices: true, chargesSavedCard: true },
    content: { lineItems: [{ description: 'Retainer', quantity: '1', unitPrice: '40.00' }] },
  })

  /** Creates the schedule's next invoice, and waits until its email is accepted. */
  const makeInvoice = async (language?: 'de'): Promise<Invoice> => {
    if (language) await app.call(owner, 'PUT', `/api/customers/${customer.id}` as '/api/customers/1', { ...named, language })
    await app.call(owner, 'POST', `/api/recurring-invoices/${schedule.id}/run-now`)
    const [invoice] = await app.sql<Invoice>(
      `select d.id, l.public_id as "publicId", d.number from documents d join public_links l on l.document_id = d.id
       where d.user_id = $1 order by d.id desc limit 1`,
      [owner.userId],
    )
    for (const until = Date.now() + 15_000; Date.now() < until; ) {
      const [mail] = await app.sql<{ state: string }>('select state from document_emails where document_id = $1', [invoice!.id])
      if (mail?.state === 'accepted') break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return invoice!
  }
  const readPage = async ({ publicId }: Invoice) => (await app.send(null, 'GET', `/api/public/invoice/${publicId}`)).body
  const words = (limit: string | null = null) => formatCardConsent({ businessName: 'Fieldstone Studio', limit })
  const askToSave = ({ publicId }: Invoice, body: object = { words: words() }) =>
    app.send(null, 'POST', `/api/public/invoice/${publicId}/save-card`, body)
  /** Pays on the provider's page. */
  const payAt = async (url: string, number = cards.good) => {
    const post = (fields: Record<string, string>) =>
      fetch(url, { method: 'POST', redirect: 'manual', headers: { origin: new URL(url).origin }, body: new URLSearchParams(fields) })
    await post({ number, expiry: '04 / 41', cvc: '123', name: 'Ada Lovelace' })
    await post({ challenge: 'complete' })
  }
  const comeBack = ({ publicId }: Invoice) => app.send(null, 'POST', `/api/invoices/${publicId}/mark-paid`)
  /** Pays an invoice on the provider's page and saves the card. */
  const saveCard = async (invoice: Invoice, number = cards.good, body?: object) => {
    const { url } = (await askToSave(invoice, body)).body
    await payAt(url, number)
    await comeBack(invoice)
    const [card] = (await app.send(owner, 'GET', `/api/customers/${customer.id}/cards`)).body
    return card
  }
  const run = ({ id }: Invoice) =>
    app.runners.find(({ name }) => name === 'automatic-payments.run')!.run({ userId: owner.userId, documentId: id })
  const readPayment = async ({ id }: Invoice) => (await app.send(owner, 'GET', `/api/invoices/${id}/automatic-payment`)).body
  const readInvoice = async ({ id }: Invoice) => (await app.send(owner, 'GET', `/api/invoices/${id}`)).body
  /** The time at which the invoice's card is charged, or tried again. */
  const goTo = async (invoice: Invoice) => {
    const { nextAt } = await readPayment(invoice)
    app.setNow(new Date(new Date(nextAt).getTime() + 1000))
  }
  const readDump = async () => {
    const { accounts } = await app.simulate<Dump>('dump')
    return Object.values(accounts).filter(({ objects }) => Object.keys(objects.charge).length > 0)
  }
  /** The charges of this business's customer that were made without the customer, oldest first. */
  const listCharges = async () => {
    const own = await app.sql<{ id: string; ref: string }>(
      'select id from payment_attempts where user_id = $1 and customer_ref is not null',
      [owner.userId],
    )
    const ids = new Set(own.map(({ id }) => id))
    return (await readDump())
      .flatMap(({ objects }) => Object.values(objects.charge))
      .filter(({ metadata }) => ids.has(metadata.attempt ?? ''))
  }
  const readMethodRef = async () =>
    (
      await app.sql<{ ref: string }>('select method_ref as ref from saved_cards where user_id = $1 order by id desc limit 1', [
        owner.userId,
      ])
    )[0]!.ref
  /** How the saved card is declined from now on; null for not at all. */
  const decline = async (code: string | null) => app.simulate('cards/decline', { payment_method: await readMethodRef(), code })
  return {
    ...{
      owner,
      customer,
      schedule,
      makeInvoice,
      readPage,
      words,
      askToSave,
      payAt,
      comeBack,
      saveCard,
      run,
      readPayment,
      readInvoice,
      goTo,
    },
    ...{ listCharges, readDump, readMethodRef, decline },
  }
}
export type CardFixture = Awaited<ReturnType<typeof createCardFixture>>
