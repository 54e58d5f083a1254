import sharp from 'sharp'
import type { Person, TestApp } from '#server/testing/app.ts'
import { getPublicId } from '#server/testing/records.ts'
import { attachReceipt, smallPdf, uploadFile, uploadLogo } from '#server/testing/upload.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'

/** A kind of record, as in URLs. */
export type RecordKind = 'customers' | 'items' | 'invoices' | 'estimates' | 'expenses' | 'tax-rates'

/** A user with a record of everything that a call can refer to. */
export type Tenant = Person & {
  /** Ids of records, by the part of the URL that names their kind. */
  ids: Record<string, number>
  /** Ids of deleted records. */
  deleted: Record<RecordKind, number>
  /** Ids below the invoice, the estimate and the credit note. */
  parts: Record<
    'invoices' | 'estimates' | 'credit-notes',
    Record<'emailId' | 'paymentId' | 'writeOffId' | 'applicationId' | 'refundId' | 'depositId', number> & {
      attemptId: string
      orderId: string
    }
  > & {
    customers: { cardId: number }
  }
  publicIds: { invoice: string; estimate: string; creditNote: string; draft: string; webhook: string }
  /** Identifies the user's session. */
  sessionRef: string
  logoPath: string
  /** Addresses of uploads that no call has taken yet, one for each call that takes one. */
  uploads: { logoURL: string; uploadURL: string }
  /** A key under which a reply to the user is stored. */
  idempotencyKey: string
}

const day = '2026-01-02'

/**
 * Fills a user's account: a record of each kind, a deleted one of each, a payment, emails, an attempt under review, files and an export. No job is
 * running afterwards.
 * @param word starts every text of the user, so that it is recognized anywhere: 'SECRET' gives 'SECRET-1'
 */
export const createTenant = async (app: TestApp, owner: Person, word: string): Promise<Tenant> => {
  const text = (n: number) => `${word}-${n}`
  const post = async (url: string, body: unknown) => {
    const reply = await app.send(owner, 'POST', url, body)
    if (reply.status !== 201) throw new Error(`POST ${url}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body as { id: number }
  }
  const customer = () => post('/api/customers', { name: text(1), company: text(2) })
  const item = () => post('/api/items', { name: text(3), unitPrice: 83.17, category: text(4) })
  const taxRate = (n: number) => post('/api/tax-rates', { name: text(n), components: [{ name: text(24), percent: '9.975' }] })
  const expense = (more = {}) =>
    post('/api/expenses', { description: text(5), amount: 57.31, category: 'Travel', expenseDate: day, vendor: text(6), ...more })
  const person = await customer()
  const thing = await item()
  const document = (number: number, more = {}) => ({
    customerId: person.id,
    status: 'sent',
    issueDate: day,
    notes: text(7),
    lineItems: [{ itemId: thing.id, description: text(8), quantity: 1, unitPrice: 83.17 }],
    ...more,
    number: text(number),
  })
  const invoice = ({ number, ...rest }: ReturnType<typeof document>) =>
    post('/api/invoices', { ...rest, invoiceNumber: number, dueDate: '2026-01-31' })
  const estimate = ({ number, ...rest }: ReturnType<typeof document>) =>
    post('/api/estimates', { ...rest, estimateNumber: number, expiryDate: '2030-01-31' })
  const profile = await post('/api/business-profile', {
    businessName: text(10),
    email: `${text(11)}@business.example`,
    stripePublishableKey: `pk_test_${text(12)}`,
    stripeSecretKey: deriveStripeKeys(word).secretKey,
    paypalClientId: text(13),
    timeZone: 'Asia/Tokyo',
  })
  const bill = await invoice(document(14))
  const draft = await invoice(document(15, { status: 'draft' }))
  const deposit = await post(`/api/invoices/${draft.id}/deposits`, { percent: '30' })
  const offer = await estimate(document(16))
  // Of an invoice of its own, whose amounts stay.
  const wrong = await invoice(document(27))
  const credited = await app.call(owner, 'POST', '/api/credit-notes', { invoiceId: wrong.id, issueDate: day, notes: text(28) })
  const noteId = credited.creditNote.id
  const receipt = (await attachReceipt(app, owner, smallPdf, `${text(17)}.pdf`)).body as { id: number }
  const cost = await expense({ customerId: person.id, receiptFileId: receipt.id })
  const deletedRecords = {
    customers: await customer(),
    items: await item(),
    invoices: await invoice(document(18)),
    estimates: await estimate(document(19)),
    expenses: await expense(),
  }
  for (const [kind, { id }] of Object.entries(deletedRecords)) await app.send(owner, 'DELETE', `/api/${kind}/${id}`)
  const rate = await taxRate(23)
  const archivedRate = await taxRate(25)
  await app.send(owner, 'POST', `/api/tax-rates/${archivedRate.id}/archive`)
  const recurring = await post('/api/recurring-invoices', {
    ...{ customerId: person.id, startDay: '2029-01-31', frequency: 'monthly', timeZone: 'UTC', dueDays: 14, sendsInvoices: false },
    content: { lineItems: [{ description: text(26), quantity: 1, unitPrice: 83.17, itemId: thing.id }] },
  })
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  const logoPath = (await uploadLogo(app, owner, picture)).body.objectPath as string
  for (const kind of ['invoice', 'estimate', 'credit-note'])
    await app.send(owner, 'PUT', `/api/${kind}-numbering`, { ...numbering, prefix: `${text(20)}-` })
  // Last, so that no email is queued.
  await app.send(owner, 'PUT', `/api/customers/${person.id}`, {
    ...{ name: text(1), company: text(2), email: `${text(21)}@customer.example` },
    otherEmails: 'again@customer.example',
  })
  await post('/api/books/opening-balances', { customerId: person.id, amount: '19.17', day, dueDate: day, reference: text(22) })
  const closing = await post('/api/books/closings', { throughDay: '2020-01-31' })
  const {
    paymentId,
    writeOffId,
    applicationId,
    refundId,
    emailId,
    estimateEmailId,
    creditNoteEmailId,
    attempt,
    cardId,
    ruleId,
    apiTokenId,
  } = await insertFurtherRecords(app, owner, {
    text,
    invoiceId: bill.id,
    estimateId: offer.id,
    creditNoteId: noteId,
    customerId: person.id,
  })
  const of = { paymentId, writeOffId, applicationId, refundId, depositId: deposit.id, attemptId: attempt.id, orderId: attempt.ref }
  return {
    ...owner,
    ids: {
      customers: person.id,
      items: thing.id,
      invoices: bill.id,
      estimates: offer.id,
      'credit-notes': noteId,
      expenses: cost.id,
      receipts: receipt.id,
      'tax-rates': rate.id,
      'recurring-invoices': recurring.id,
      'late-fee-rules': ruleId,
      'business-profile': profile.id,
      tokens: apiTokenId,
      closings: closing.id,
      exports: ((await app.call(owner, 'POST', '/api/account/exports')) as { id: number }).id,
    },
    deleted: {
      customers: deletedRecords.customers.id,
      items: deletedRecords.items.id,
      invoices: deletedRecords.invoices.id,
      estimates: deletedRecords.estimates.id,
      expenses: deletedRecords.expenses.id,
      'tax-rates': archivedRate.id,
    },
    parts: {
      invoices: { ...of, emailId },
      estimates: { ...of, emailId: estimateEmailId },
      'credit-notes': { ...of, emailId: creditNoteEmailId },
      customers: { cardId },
    },
    publicIds: {
      invoice: await getPublicId(app, bill.id),
      estimate: await getPublicId(app, offer.id),
      creditNote: await getPublicId(app, noteId),
      draft: await getPublicId(app, draft.id),
      webhook: attempt.token,
    },
    sessionRef: (await app.call(owner, 'GET', '/api/account/sessions'))[0]!.ref,
    logoPath,
    uploads: { logoURL: await uploadFile(app, owner, picture), uploadURL: await uploadFile(app, owner, smallPdf) },
    idempotencyKey: `${word}-key`,
  }
}

const numbering = { includeYear: true, padding: 4, restartYearly: true, nextCounter: 1 }

type Records = { text: (n: number) => string; invoiceId: number; estimateId: number; creditNoteId: number; customerId: number }

/** Inserts what exists only after some time, or after events of a provider. */
const insertFurtherRecords = async (
  app: TestApp,
  { userId }: Person,
  { text, invoiceId, estimateId, creditNoteId, customerId }: Records,
) => {
  const insert = async <Row>(table: string, values: Record<string, unknown>, returning: string) => {
    const all = { user_id: userId, ...values }
    const placeholders = Object.keys(all).map((_, i) => `$${i + 1}`)
    const statement = `insert into ${table} (${Object.keys(all).join(', ')}) values (${placeholders.join(', ')}) returning ${returning}`
    return (await app.sql<Row>(statement, Object.values(all)))[0]!
  }
  const payment = { document_id: invoiceId, payment_date: day, status: 'succeeded' }
  const { id: paymentId } = await insert<{ id: number }>(
    'payments',
    { ...payment, amount: 5.29, payment_method: text(30), provider: 'manual', notes: text(31) },
    'id::float8',
  )
  const { id: writeOffId } = await insert<{ id: number }>(
    'write_offs',
    { document_id: invoiceId, amount: 0.17, currency: 'USD', day, reason: text(61) },
    'id::float8',
  )
  const { id: applicationId } = await insert<{ id: number }>(
    'credit_applications',
    { document_id: invoiceId, source_id: estimateId, amount: 0.13, currency: 'USD', day },
    'id::float8',
  )
  const { id: refundId } = await insert<{ id: number }>(
    'credit_refunds',
    { document_id: creditNoteId, amount: 0.11, currency: 'USD', day, payment_method: 'Cash', notes: text(63) },
    'id::float8',
  )
  await insert('invoice_instalments', { document_id: invoiceId, position: 1, due_date: day, amount: 0.13 }, 'position')
  await insert('payment_refunds', { payment_id: paymentId, amount: 0.29, status: 'pending', reason: text(44) }, 'id')
  const mail = { subject: text(32), to_address: `${text(33)}@mail.example`, state: 'failed', reason: text(34) }
  const { id: emailId } = await insert<{ id: number }>('document_emails', { ...mail, document_id: invoiceId }, 'id::float8')
  const { id: estimateEmailId } = await insert<{ id: number }>('document_emails', { ...mail, document_id: estimateId }, 'id::float8')
  const { id: creditNoteEmailId } = await insert<{ id: number }>('document_emails', { ...mail, document_id: creditNoteId }, 'id::float8')
  await insert('statement_emails', { ...mail, customer_id: customerId, from_day: day, to_day: '2026-01-31' }, 'id')
  await insert('bounced_addresses', { address: 'gone@customer.example', kind: 'bounce', reason: text(48) }, 'id')
  const sendTime = { time: '08:00', time_zone: 'UTC' }
  for (const id of [invoiceId, estimateId, creditNoteId])
    await insert(
      'scheduled_sends',
      {
        ...{ document_id: id, customer_id: customerId, day: '2029-01-31', send_at: '2029-01-31T08:00:00Z', copy_to_me: false, ...sendTime },
        ...{ message: text(49), problem: text(50), problem_since: '2026-01-05' },
      },
      'document_id',
    )
  await insert(
    'statement_schedules',
    { is_on: false, day_of_month: 1, ...sendTime, sends_to: 'balance', enabled_at: '2026-01-05' },
    'user_id',
  )
  await insert('statement_runs', { period: '2025-12-01', problem: text(51) }, 'user_id')
  await insert(
    'statement_run_customers',
    { period: '2025-12-01', customer_id: customerId, outcome: 'skipped', reason: text(52) },
    'user_id',
  )
  await insert('reminder_settings', { time_zone: 'UTC', from_hour: 9, until_hour: 17, weekdays: [1], thank_you: text(53) }, 'user_id')
  await insert('reminder_rules', { offset_days: 7, subject: text(54), message: text(55), valid_from: day }, 'user_id')
  const reminder = await insert<{ id: number }>('reminder_emails', { ...mail, customer_id: customerId, day, is_manual: true }, 'id::float8')
  await insert('reminders', { document_id: invoiceId, offset_days: 7, email_id: reminder.id }, 'id')
  await insert('reminder_opt_outs', { customer_id: customerId, cause: 'unsubscribed', message: text(56) }, 'id')
  const terms = { grace_days: 5, repeats: 'monthly', is_automatic: false, valid_from: day }
  const rule = await insert<{ id: number }>('late_fee_rules', { kind: 'yearly', percent: 8, ...terms, problem: text(62) }, 'id::float8')
  const period = { occurrence: 1, amount: 0.17, currency: 'USD', first_day: day, last_day: '2026-01-31' }
  await insert('late_fees', { invoice_id: invoiceId, rule_id: rule.id, ...period }, 'rule_id')
  const attempt = await insert<{ id: string; ref: string }>(
    'payment_attempts',
    {
      id: `att_${text(35)}`,
      document_id: invoiceId,
      provider: 'paypal',
      account_id: text(36),
      ref: text(37),
      amount: 5.29,
      document_version: 1,
      status: 'review',
      problem: text(38),
    },
    'id, ref',
  )
  const card = { brand: 'visa', last4: '4242', expiry_month: 4, expiry_year: 2041, consented_at: '2026-01-05' }
  const { id: cardId } = await insert<{ id: number }>(
    'saved_cards',
    {
      ...{ ...card, customer_id: customerId, account_id: text(36), customer_ref: text(57), method_ref: text(58) },
      ...{ attempt_id: attempt.id, consent_words: text(59) },
    },
    'id::float8',
  )
  const charge = { amount: 5.29, currency: 'USD', day: '2026-01-08', status: 'stopped', problem: text(60) }
  await insert('automatic_payments', { ...charge, document_id: invoiceId, card_id: cardId }, 'card_id')
  const { token } = await insert<{ token: string }>(
    'webhook_endpoints',
    { provider: 'paypal', account_id: text(39), token: text(40).padEnd(32, 'x'), url: `https://${word(text)}.example` },
    'token',
  )
  await insert(
    'payment_checks',
    { provider: 'paypal', account_id: text(36), checked_at: '2026-01-05', compared: 1, problem: text(41) },
    'user_id',
  )
  await app.sql("update users set stripe_customer_id = $2, subscription_account = 'sandbox' where id = $1", [userId, text(42)])
  const { id: apiTokenId } = await insert<{ id: number }>(
    'api_tokens',
    { name: text(45), hash: text(46), last_four: '1234', scopes: ['customers:read'], last_used_at: '2026-01-05', last_used_from: text(47) },
    'id::float8',
  )
  return {
    paymentId,
    writeOffId,
    applicationId,
    refundId,
    emailId,
    estimateEmailId,
    creditNoteEmailId,
    attempt: { ...attempt, token },
    cardId,
    ruleId: rule.id,
    apiTokenId,
  }
}

const word = (text: (n: number) => string) => text(43).toLowerCase()
