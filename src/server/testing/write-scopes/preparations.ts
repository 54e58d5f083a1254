import type { Person, TestApp } from '#server/testing/app.ts'
import { createRecords } from '#server/testing/records.ts'
import { addDays, today } from '#shared/dates.ts'
import type { Scope } from '#shared/token-scopes.ts'

/** A change that is about to be made: what the path refers to, and the body. */
export type Prepared = { params?: Record<string, string | number>; body?: unknown }
export type WriteCall = {
  endpoint: string
  /** What is special about this call, of several of an endpoint. */
  case?: string
  /** What it needs besides the scopes that every call of the endpoint needs. */
  further?: Scope
  /** What its address asks for, and this case doesn't write. */
  unwritten?: Scope
  /** Its result has fewer areas than the scopes of the endpoint: it computes or reads, or happens later. */
  writesNothing?: true
  /** Undoes what `prepare` set for the whole account. */
  afterwards?: () => Promise<unknown>
  /** How many invoices it counts; 0 by default. */
  invoices?: number
  /** By default it is derived from the endpoint. */
  prepare?: () => Promise<Prepared>
}

export const line = { description: 'Hour', quantity: '1.00', unitPrice: '100.00' }
export const day = '2026-01-05'
export const rows = (...each: Record<string, string>[]) => ({ rows: each.map((values, i) => ({ line: i + 2, values })) })
export const reminders = {
  isEnabled: true,
  timeZone: 'UTC',
  fromHour: 0,
  untilHour: 24,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  rules: [{ offsetDays: 5 }],
}
const lateFee = { kind: 'fixed', amount: '12.00', graceDays: 5, repeats: 'monthly', isAutomatic: false, validFrom: '2026-01-01' }

export const needsInvoices = { further: 'invoices:write' } as const
export const needsCreditNotes = { further: 'credit-notes:write' } as const

/** Makes the records that the calls of these tests are about. */
export const createPreparations = (app: TestApp, owner: Person) => {
  const records = createRecords(app, owner)
  let count = 0
  const next = (word: string) => `${word} ${++count}`
  const customer = (more: object = {}) => records.customer({ name: next('Customer'), ...more })
  const mailable = () => customer({ email: `customer${++count}@customer.example` })
  const sent = (more: object = {}) => records.invoice({ status: 'sent', ...more })
  const ofCustomer = async (more: object = {}) => ({ customerId: (await customer()).id, ...more })
  const post = (url: string, body?: unknown) => app.call(owner, 'POST', url as '/api/invoices/1/deposits', body)
  const idOf = async (record: Promise<{ id: number }>): Promise<Prepared> => ({ params: { id: (await record).id } })

  /** A credit note of a customer, without an invoice: its total is the customer's credit. */
  const creditNote = async (customerId?: number, issueDate = day) =>
    (
      await app.call(owner, 'POST', '/api/credit-notes', {
        customerId: customerId ?? (await customer()).id,
        issueDate,
        lineItems: [line],
      })
    ).creditNote
  /** A paid invoice that was credited: the invoice has credit. */
  const creditedInvoice = async (customerId: number) => {
    const { id } = await sent({ customerId })
    await records.payment(id)
    await app.call(owner, 'POST', '/api/credit-notes', { invoiceId: id, issueDate: '2026-01-20', amount: '60.00' })
  }
  const noteOfInvoice = async () =>
    (await app.call(owner, 'POST', '/api/credit-notes', { invoiceId: (await sent()).id, issueDate: day })).creditNote
  const editOf = async (id: number, more: object = {}) => {
    const { customerId, invoiceNumber, issueDate, dueDate } = await app.call(owner, 'GET', `/api/invoices/${id}` as '/api/invoices/1')
    return { customerId, invoiceNumber, issueDate, dueDate, lineItems: [line], ...more }
  }
  const editOfEstimate = async (more: object) => {
    const { id, customerId, estimateNumber, issueDate, expiryDate } = await records.estimate({ status: 'sent' })
    return { params: { id }, body: { customerId, estimateNumber, issueDate, expiryDate, lineItems: [line], ...more } }
  }
  const newDocument = async (number: 'invoiceNumber' | 'estimateNumber', more: object) => ({
    body: {
      ...{ customerId: (await customer()).id, [number]: next('N'), issueDate: day, lineItems: [line], status: 'draft' },
      ...(number === 'invoiceNumber' ? { dueDate: '2030-12-31' } : { expiryDate: '2030-12-31' }),
      ...more,
    },
  })
  /** A draft with the deposit that is asked for on it, which was sent. */
  const withDeposit = async () => {
    const { id } = await records.invoice()
    const deposit = await post(`/api/invoices/${id}/deposits`, { percent: '30' })
    const { lineItems } = await app.call(owner, 'GET', `/api/invoices/${deposit.id}` as '/api/invoices/1')
    const lines = lineItems.map(({ description, quantity, unitPrice }) => ({ description, quantity, unitPrice }))
    await app.call(owner, 'PUT', `/api/invoices/${deposit.id}`, await editOf(deposit.id, { lineItems: lines, status: 'sent' }))
    return { id, depositId: deposit.id }
  }
  const insertEmail = async (documentId: number) => {
    const [email] = await app.sql<{ id: number }>(
      `insert into document_emails (user_id, document_id, subject, to_address, state, reason) values ($1, $2, 'Late', 'a@customer.example', 'failed', 'No such box') returning id`,
      [owner.userId, documentId],
    )
    return { id: documentId, emailId: email!.id }
  }
  const openingBalance = async () =>
    app.call(owner, 'POST', '/api/books/opening-balances', await ofCustomer({ amount: '50.00', day, dueDate: day, reference: next('OLD') }))
  /** A saved card, and an invoice that is to be paid with it. */
  const savedCard = async (isAnnounced: boolean) => {
    const customerId = (await customer()).id
    const { id } = await sent({ customerId })
    const attempt = `att_${++count}`
    await app.sql(
      `insert into payment_attempts (user_id, id, document_id, provider, account_id, ref, amount, document_version, status)
       values ($1, $2, $3, 'stripe', 'acct', $2, 1, 1, 'paid')`,
      [owner.userId, attempt, id],
    )
    const [card] = await app.sql<{ id: number }>(
      `insert into saved_cards (user_id, customer_id, account_id, customer_ref, method_ref, brand, last4, expiry_month, expiry_year, consented_at, attempt_id, consent_words)
       values ($1, $2, 'acct', 'cus', $3, 'visa', '4242', 4, 2041, now(), $3, 'Yes') returning id`,
      [owner.userId, customerId, attempt],
    )
    if (isAnnounced)
      await app.sql(
        `insert into automatic_payments (user_id, document_id, card_id, amount, currency, day, status, next_at) values ($1, $2, $3, 100, 'USD', '2098-01-01', 'announced', '2098-01-01')`,
        [owner.userId, id, card!.id],
      )
    return { invoiceId: id, customerId, cardId: card!.id }
  }
  const overdueInvoice = async () => {
    await app.call(owner, 'PUT', '/api/late-fee-rule', lateFee)
    const { id } = await sent({ dueDate: '2026-01-10' })
    const { proposal } = await app.call(owner, 'GET', `/api/invoices/${id}/late-fees` as '/api/invoices/1/late-fees')
    return { params: { id }, body: { ruleId: proposal!.ruleId, occurrence: proposal!.occurrence } }
  }
  /** An invoice that is to be reminded of, and can be. */
  const reminded = async () => {
    await app.call(owner, 'PUT', '/api/reminder-settings', reminders)
    return idOf(sent({ customerId: (await mailable()).id, dueDate: addDays(today(new Date(), 'UTC'), -2) }))
  }

  return {
    ...{ app, owner, records, next, customer, mailable, sent, idOf, creditNote, creditedInvoice, noteOfInvoice, editOf },
    ...{ editOfEstimate, newDocument, withDeposit, insertEmail, openingBalance, savedCard, overdueInvoice, reminded },
  }
}
export type Preparations = ReturnType<typeof createPreparations>
