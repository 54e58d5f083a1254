import { randomUUID } from 'node:crypto'
import { createRandom, type Random } from '#server/features/payments/testing/random-scenarios/random.ts'
import { type ClientRequest, type ClientResponse, requestUntilAnswered, type Tally } from './client.ts'
import { createDocumentFields, createLineItems, createPdf, documentTotal, toCents, toDecimal } from './document-inputs.ts'
import type { TestUser } from './environment.ts'
import type { ExpectedInvoice, ExpectedRecord, ExpectedState } from './expected-state.ts'

export type WriterContext = {
  /** Where servers are at the moment, for the writer of this number the nearest first. */
  origins: (writer: number) => readonly string[]
  ledger: ExpectedState
  tally: Tally
  /** No new act is begun. */
  isDone: () => boolean
  /** What is under way is given up. */
  isOver: () => boolean
}
/** How often each kind of act is done, of a hundred. `mails` of those who send do so by e-mail. */
export type WorkloadMix = { mails: number; uploads: number }

/** Thrown when there was no answer until the very end: what became of the act is not known. */
class Unknown extends Error {}

type Kind = 'customers' | 'items' | 'expenses'

/**
 * One client, who makes, changes and deletes what is his own, one act after the other, until the desk says so. What was acknowledged goes into the ledger;
 * the answers are checked against a calculation of his own.
 * @param isFirst whether he is the one who saves the profile, which a user's other writers leave alone
 */
export const runWriter = async (
  desk: WriterContext,
  person: TestUser,
  writer: number,
  seed: number,
  isFirst: boolean,
  mix: WorkloadMix,
): Promise<void> => {
  const { ledger, tally } = desk
  const random: Random = createRandom(seed * 1000 + writer)
  let count = 0

  const ask = async (asked: ClientRequest): Promise<ClientResponse> => {
    const answer = await requestUntilAnswered({ origins: () => desk.origins(writer), tally, isOver: desk.isOver }, person, asked)
    if (!answer) throw new Unknown()
    return answer
  }
  const change = async (asked: Omit<ClientRequest, 'key'>): Promise<ClientResponse> => {
    const answer = await ask({ ...asked, key: randomUUID() })
    tally.acknowledged++
    return answer
  }
  const wonder = (what: string) => tally.wrong.push(what)

  const simple: Record<Kind, (name: string) => object> = {
    customers: (name) => ({ name, email: `${writer}@customer.example` }),
    items: (name) => ({ name, unitPrice: toDecimal(100 + random.below(10_000)) }),
    expenses: (name) => ({
      description: name,
      amount: toDecimal(100 + random.below(10_000)),
      category: 'Travel',
      expenseDate: '2026-01-02',
    }),
  }
  const mine: Record<Kind, ExpectedRecord[]> = { customers: [], items: [], expenses: [] }
  const make = async (kind: Kind, more: object = {}) => {
    const name = `${kind} ${writer}-${++count}`
    const { body } = await change({ method: 'POST', path: `/api/${kind}`, body: { ...simple[kind](name), ...more } })
    const held: ExpectedRecord = { id: body.id, userId: person.userId, name, version: body.version, isDeleted: false }
    ledger[kind].set(held.id, held)
    return held
  }
  const changeSimple = async (kind: Kind) => {
    const held = mine[kind].length > 0 ? random.pick(mine[kind]) : undefined
    if (!held || random.chance(0.5)) return void mine[kind].push(await make(kind))
    if (random.chance(0.3)) {
      await change({ method: 'DELETE', path: `/api/${kind}/${held.id}` })
      held.isDeleted = true
      mine[kind] = mine[kind].filter((each) => each !== held)
      return
    }
    const name = `${kind} ${writer}-${++count} again`
    const { body } = await change({
      method: 'PUT',
      path: `/api/${kind}/${held.id}`,
      body: { ...simple[kind](name), version: held.version },
    })
    Object.assign(held, { name, version: body.version })
  }

  const [withMail, withoutMail] = [await make('customers'), await make('customers', { email: null })]
  let invoices: ExpectedInvoice[] = []
  const hold = (body: ClientResponse['body'], more: Pick<ExpectedInvoice, 'status' | 'mails' | 'estimateId' | 'total' | 'lines'>) => {
    const held: ExpectedInvoice = {
      id: body.id,
      userId: person.userId,
      number: body.invoiceNumber,
      version: body.version,
      isDeleted: false,
      edits: 0,
      payments: new Map(),
      ...more,
    }
    if (toCents(body.total) !== held.total)
      wonder(`invoice ${held.number} was answered with a total of ${body.total}, not ${toDecimal(held.total)}`)
    ledger.invoices.set(held.id, held)
    invoices.push(held)
    return held
  }
  const createInvoice = async () => {
    const isSent = random.chance(0.6)
    const byMail = isSent && random.below(100) < mix.mails
    const lines = createLineItems(random)
    const body = {
      ...createDocumentFields('invoice', `W${writer}-${++count}`),
      customerId: (byMail ? withMail : withoutMail).id,
      // The server draws the number of every other one, next to all other writers of the same user.
      ...(random.chance(0.5) ? { drawNumber: true } : {}),
      status: isSent ? 'sent' : 'draft',
      lineItems: lines,
    }
    const reply = await change({ method: 'POST', path: '/api/invoices', body })
    hold(reply.body, {
      status: isSent ? 'sent' : 'draft',
      mails: Number(byMail),
      estimateId: null,
      total: documentTotal(lines),
      lines: lines.length,
    })
  }
  /** One that nobody has paid anything of. To be deleted it must not be on its way to the customer: then it wouldn't be sent. */
  const open = (isMailedToo = true) => {
    const all = invoices.filter(({ payments, mails }) => payments.size === 0 && (isMailedToo || mails === 0))
    return all.length > 0 ? random.pick(all) : undefined
  }
  const editInvoice = async () => {
    const held = open()
    if (!held) return createInvoice()
    const lines = createLineItems(random)
    const body = {
      ...createDocumentFields('invoice', held.number),
      customerId: (held.mails > 0 ? withMail : withoutMail).id,
      lineItems: lines,
      version: held.version,
    }
    const reply = await change({ method: 'PUT', path: `/api/invoices/${held.id}`, body })
    Object.assign(held, { version: reply.body.version, lines: lines.length, total: documentTotal(lines), edits: held.edits + 1 })
    if (toCents(reply.body.total) !== held.total)
      wonder(`invoice ${held.number} was edited to ${reply.body.total}, not ${toDecimal(held.total)}`)
  }
  const deleteInvoice = async () => {
    const held = open(false)
    if (!held) return createInvoice()
    await change({ method: 'DELETE', path: `/api/invoices/${held.id}` })
    held.isDeleted = true
    invoices = invoices.filter((each) => each !== held)
  }
  const pay = async () => {
    const held = invoices.find(({ status }) => status === 'sent')
    if (!held) return createInvoice()
    const due = held.total - [...held.payments.values()].reduce((sum, each) => sum + each, 0)
    const amount = due > 200 && random.chance(0.4) ? Math.floor(due / 2) : due
    const { body } = await change({
      method: 'POST',
      path: `/api/invoices/${held.id}/payments`,
      body: { amount: toDecimal(amount), paymentDate: '2026-01-20', paymentMethod: 'Cash', sendReceipt: false },
    })
    held.payments.set(body.payment.id, amount)
    if (amount === due) held.status = 'paid'
  }
  const convert = async () => {
    const lines = createLineItems(random)
    const body = { ...createDocumentFields('estimate', `E${writer}-${++count}`), customerId: withoutMail.id, lineItems: lines }
    const made = (await change({ method: 'POST', path: '/api/estimates', body })).body
    const held = {
      id: made.id,
      userId: person.userId,
      number: made.estimateNumber,
      lines: lines.length,
      total: documentTotal(lines),
      isDeleted: false,
      invoiceId: null as number | null,
    }
    ledger.estimates.set(held.id, held)
    if (random.chance(0.2)) return
    // Twice at once: the button and the form, say.
    const path = `/api/estimates/${held.id}/convert`
    const [one, other] = await Promise.all([change({ method: 'POST', path }), change({ method: 'POST', path })])
    if (one.body.id !== other.body.id) wonder(`estimate ${held.number} became the invoices ${one.body.id} and ${other.body.id}`)
    held.invoiceId = one.body.id
    hold(one.body, { status: 'draft', mails: 0, estimateId: held.id, total: held.total, lines: held.lines })
  }
  const attach = async () => {
    const { uploadURL } = (await ask({ method: 'POST', path: '/api/objects/upload' })).body
    const { pathname } = new URL(uploadURL)
    await ask({ method: 'PUT', path: pathname, bytes: createPdf(random) })
    const file = (await change({ method: 'POST', path: '/api/receipts', body: { uploadURL, fileName: 'receipt.pdf' } })).body
    ledger.receipts.set(file.id, person.userId)
    mine.expenses.push(await make('expenses', { receiptFileId: file.id }))
  }
  const saveProfile = async () => {
    if (!isFirst) return createInvoice()
    const now = (await ask({ method: 'GET', path: '/api/business-profile' })).body
    const name = `Business ${writer}-${++count}`
    if (now?.id)
      await change({ method: 'PUT', path: `/api/business-profile/${now.id}`, body: { businessName: name, version: now.version } })
    else await change({ method: 'POST', path: '/api/business-profile', body: { businessName: name } })
    ledger.businesses.set(person.userId, name)
  }

  const acts: readonly (readonly [number, () => Promise<unknown>])[] = [
    [34, createInvoice],
    [14, editInvoice],
    [6, deleteInvoice],
    [14, pay],
    [8, convert],
    [8, () => changeSimple('customers')],
    [5, () => changeSimple('items')],
    [5, () => changeSimple('expenses')],
    [2, saveProfile],
    [mix.uploads, attach],
  ]
  const urn = acts.flatMap(([share, act]) => Array.from({ length: share }, () => act))
  while (!desk.isDone())
    await random
      .pick(urn)()
      .catch((error: unknown) => {
        if (!(error instanceof Unknown)) throw error
      })
}
