import { randomUUID } from 'node:crypto'
import { createRandom, type Random } from '#features/payments/testing/random-scenarios/random.ts'
import { type ClientRequest, type ClientResponse, requestUntilAnswered, type Tally } from './client.ts'
import { calculateTotal, createDocumentFields, createLineItems, createPdf, toCents, toDecimal } from './document-inputs.ts'
import type { TestUser } from './environment.ts'
import type { ExpectedInvoice, ExpectedRecord, ExpectedState } from './expected-state.ts'

export type WriterContext = {
  /** The servers of the moment, for this writer the preferred one first. */
  origins: (writer: number) => readonly string[]
  expected: ExpectedState
  tally: Tally
  /** Whether writers shall start nothing new. */
  shouldStop: () => boolean
  /** Whether writers shall abandon their current requests. */
  shouldGiveUp: () => boolean
}
/** In percent: how many of the sent invoices are sent by email, and how many actions are uploads. */
export type WorkloadMix = { emails: number; uploads: number }

/** Thrown when a request is abandoned: whether the server did it is unknown. */
class Abandoned extends Error {}

type Kind = 'customers' | 'items' | 'expenses'

/**
 * Creates, changes and deletes records, one after another, until the context says to stop. Notes what the server acknowledges, and compares totals with
 * its own calculation.
 * @param writer its number
 * @param savesProfile only one writer of each user may change the business profile
 */
export const runWriter = async (
  context: WriterContext,
  user: TestUser,
  writer: number,
  seed: number,
  savesProfile: boolean,
  mix: WorkloadMix,
): Promise<void> => {
  const { expected, tally } = context
  const { userId } = user
  const random: Random = createRandom(seed * 1000 + writer)
  let count = 0

  const request = async (options: ClientRequest): Promise<ClientResponse> => {
    const response = await requestUntilAnswered({ ...context, origins: () => context.origins(writer) }, user, options)
    if (!response) throw new Abandoned()
    return response
  }
  const change = async (method: ClientRequest['method'], path: string, body?: unknown): Promise<ClientResponse['body']> => {
    const response = await request({ method, path, body, key: randomUUID() })
    tally.acknowledged++
    return response.body
  }
  const checkTotal = (invoice: ExpectedInvoice, answered: string) => {
    if (toCents(answered) !== invoice.total)
      tally.wrongResponses.push(`the total of invoice ${invoice.number} was ${answered} instead of ${toDecimal(invoice.total)}`)
  }

  const createFields: Record<Kind, (name: string) => object> = {
    customers: (name) => ({ name, email: `${writer}@customer.example` }),
    items: (name) => ({ name, unitPrice: toDecimal(100 + random.below(10_000)) }),
    expenses: (name) => ({
      description: name,
      amount: toDecimal(100 + random.below(10_000)),
      category: 'Travel',
      expenseDate: '2026-01-02',
    }),
  }
  const records: Record<Kind, ExpectedRecord[]> = { customers: [], items: [], expenses: [] }
  const createRecord = async (kind: Kind, more: object = {}) => {
    const name = `${kind} ${writer}-${++count}`
    const { id, version } = await change('POST', `/api/${kind}`, { ...createFields[kind](name), ...more })
    const record: ExpectedRecord = { id, userId, name, version, isDeleted: false }
    expected[kind].set(id, record)
    return record
  }
  const changeRecord = async (kind: Kind) => {
    const record = records[kind].length > 0 ? random.pick(records[kind]) : undefined
    if (!record || random.chance(0.5)) return void records[kind].push(await createRecord(kind))
    if (random.chance(0.3)) {
      await change('DELETE', `/api/${kind}/${record.id}`)
      record.isDeleted = true
      records[kind] = records[kind].filter((each) => each !== record)
      return
    }
    const name = `${kind} ${writer}-${++count} edited`
    const { version } = await change('PUT', `/api/${kind}/${record.id}`, { ...createFields[kind](name), version: record.version })
    Object.assign(record, { name, version })
  }

  const [customerWithEmail, customerWithoutEmail] = [await createRecord('customers'), await createRecord('customers', { email: null })]
  let invoices: ExpectedInvoice[] = []
  const addInvoice = (
    body: ClientResponse['body'],
    more: Pick<ExpectedInvoice, 'status' | 'emails' | 'estimateId' | 'total' | 'lineCount'>,
  ) => {
    const invoice: ExpectedInvoice = {
      id: body.id,
      userId,
      number: body.hasNumber ? body.invoiceNumber : null,
      version: body.version,
      isDeleted: false,
      edits: 0,
      payments: new Map(),
      ...more,
    }
    checkTotal(invoice, body.total)
    expected.invoices.set(invoice.id, invoice)
    invoices.push(invoice)
  }
  const createInvoice = async () => {
    const status = random.chance(0.6) ? 'sent' : 'draft'
    const isEmailed = status === 'sent' && random.below(100) < mix.emails
    const lineItems = createLineItems(random)
    const body = await change('POST', '/api/invoices', {
      ...createDocumentFields('invoice', `W${writer}-${++count}`),
      customerId: (isEmailed ? customerWithEmail : customerWithoutEmail).id,
      // The server chooses every second number, in competition with the user's other writers.
      ...(random.chance(0.5) ? { drawNumber: true } : {}),
      status,
      lineItems,
    })
    addInvoice(body, {
      status,
      emails: Number(isEmailed),
      estimateId: null,
      total: calculateTotal(lineItems),
      lineCount: lineItems.length,
    })
  }
  /** An invoice without payments. A deleted invoice is not emailed, so that deletions need one without emails. */
  const pickUnpaid = (mayBeEmailed = true) => {
    const candidates = invoices.filter(({ payments, emails }) => payments.size === 0 && (mayBeEmailed || emails === 0))
    return candidates.length > 0 ? random.pick(candidates) : undefined
  }
  const editInvoice = async () => {
    const invoice = pickUnpaid()
    if (!invoice) return createInvoice()
    const lineItems = createLineItems(random)
    const { version, total } = await change('PUT', `/api/invoices/${invoice.id}`, {
      ...createDocumentFields('invoice', invoice.number ?? '-'),
      ...(invoice.number === null && { drawNumber: true }),
      customerId: (invoice.emails > 0 ? customerWithEmail : customerWithoutEmail).id,
      lineItems,
      version: invoice.version,
    })
    Object.assign(invoice, { version, lineCount: lineItems.length, total: calculateTotal(lineItems), edits: invoice.edits + 1 })
    checkTotal(invoice, total)
  }
  const deleteInvoice = async () => {
    const invoice = pickUnpaid(false)
    if (!invoice) return createInvoice()
    await change('DELETE', `/api/invoices/${invoice.id}`)
    invoice.isDeleted = true
    invoices = invoices.filter((each) => each !== invoice)
  }
  const recordPayment = async () => {
    const invoice = invoices.find(({ status }) => status === 'sent')
    if (!invoice) return createInvoice()
    const due = invoice.total - [...invoice.payments.values()].reduce((sum, amount) => sum + amount, 0)
    const amount = due > 200 && random.chance(0.4) ? Math.floor(due / 2) : due
    const { payment } = await change('POST', `/api/invoices/${invoice.id}/payments`, {
      amount: toDecimal(amount),
      paymentDate: '2026-01-20',
      paymentMethod: 'Cash',
      sendReceipt: false,
    })
    invoice.payments.set(payment.id, amount)
    if (amount === due) invoice.status = 'paid'
  }
  const convertEstimate = async () => {
    const lineItems = createLineItems(random)
    const { id, estimateNumber } = await change('POST', '/api/estimates', {
      ...createDocumentFields('estimate', `E${writer}-${++count}`),
      customerId: customerWithoutEmail.id,
      lineItems,
    })
    const [total, lineCount] = [calculateTotal(lineItems), lineItems.length]
    const estimate = { id, userId, number: estimateNumber, lineCount, total, isDeleted: false, invoiceId: null as number | null }
    expected.estimates.set(id, estimate)
    if (random.chance(0.2)) return
    // Two concurrent conversions, as by two buttons of the app.
    const path = `/api/estimates/${id}/convert`
    const [invoice, other] = await Promise.all([change('POST', path), change('POST', path)])
    if (invoice.id !== other.id)
      tally.wrongResponses.push(`estimate ${estimateNumber} was converted to invoices ${invoice.id} and ${other.id}`)
    estimate.invoiceId = invoice.id
    addInvoice(invoice, { status: 'draft', emails: 0, estimateId: id, total, lineCount })
  }
  const uploadReceipt = async () => {
    const { uploadURL } = (await request({ method: 'POST', path: '/api/objects/upload' })).body
    await request({ method: 'PUT', path: new URL(uploadURL).pathname, bytes: createPdf(random) })
    const { id } = await change('POST', '/api/receipts', { uploadURL, fileName: 'receipt.pdf' })
    expected.receipts.add(id)
    records.expenses.push(await createRecord('expenses', { receiptFileId: id }))
  }
  const saveProfile = async () => {
    if (!savesProfile) return createInvoice()
    const { body: profile } = await request({ method: 'GET', path: '/api/business-profile' })
    const businessName = `Business ${writer}-${++count}`
    if (profile?.id) await change('PUT', `/api/business-profile/${profile.id}`, { businessName, version: profile.version })
    else await change('POST', '/api/business-profile', { businessName })
    expected.businessNames.set(userId, businessName)
  }

  const weightedActions: readonly (readonly [number, () => Promise<unknown>])[] = [
    [34, createInvoice],
    [14, editInvoice],
    [6, deleteInvoice],
    [14, recordPayment],
    [8, convertEstimate],
    [8, () => changeRecord('customers')],
    [5, () => changeRecord('items')],
    [5, () => changeRecord('expenses')],
    [2, saveProfile],
    [mix.uploads, uploadReceipt],
  ]
  const actions = weightedActions.flatMap(([weight, action]) => Array.from({ length: weight }, () => action))
  while (!context.shouldStop())
    await random
      .pick(actions)()
      .catch((error: unknown) => {
        if (!(error instanceof Abandoned)) throw error
      })
}
