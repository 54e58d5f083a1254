import fc from 'fast-check'
import { expect } from 'vitest'
import type { Person, Reply, TestApp } from '#server/testing/app.ts'
import { expectConsistentInvoice, expectConsistentLedger, expectConsistentReports } from './consistency.ts'
import * as model from './model.ts'

/** The app under test with one user. */
export type RealApp = { app: TestApp; who: Person; customerId: number; made: number; isReported: boolean }
type Command = fc.AsyncCommand<model.Model, RealApp>
type Typed = { lines: model.Line[]; rate: bigint; tax: bigint | undefined }

const line = fc.record({ quantity: fc.bigInt({ min: 100n, max: 9999n }), unitPrice: fc.bigInt({ min: 1n, max: 99_999n }) })
const typed = fc.record<Typed>({
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  rate: fc.constantFrom(0n, 725n, 825n, 1900n, 10_000n),
  tax: fc.option(fc.bigInt({ min: 0n, max: 5000n }), { nil: undefined, freq: 3 }),
})
/** An index into the existing invoices or payments that wraps around. */
const which = fc.nat({ max: 20 })
// Transitions from paid are the most error-prone.
const status = fc.constantFrom<model.Status>('draft', 'sent', 'sent', 'paid', 'overdue')

const toBody = ({ lines, rate, tax }: Typed) => ({
  taxRate: model.toDecimalText(rate),
  ...(tax === undefined ? {} : { taxAmount: model.toDecimalText(tax) }),
  lineItems: lines.map(({ quantity, unitPrice }) => ({
    description: 'Work',
    quantity: model.toDecimalText(quantity),
    unitPrice: model.toDecimalText(unitPrice),
  })),
})
const getDates = (isLate: boolean) => ({ issueDate: '2020-01-01', dueDate: isLate ? '2020-01-31' : '2030-12-31' })

const one = async ({ app, who }: RealApp, { id }: model.ModelInvoice) => (await app.send(who, 'GET', `/api/invoices/${id}`)).body
/** The latest payment of an invoice. */
const newestPayment = async ({ app, who }: RealApp, { id }: model.ModelInvoice): Promise<number> =>
  (await app.send(who, 'GET', `/api/invoices/${id}/history`)).body.payments[0]?.id ?? 0

/** Expects that app and model both succeed, or both refuse with the same status. @returns whether they succeeded */
const expectSameOutcome = (reply: Reply, runOnModel: () => unknown): boolean => {
  try {
    runOnModel()
  } catch (error) {
    if (!(error instanceof model.Refused)) throw error
    expect({ status: reply.status, body: reply.body }).toMatchObject({ status: error.status })
    return false
  }
  expect([reply.status, reply.status < 300 ? '' : reply.body]).toEqual([expect.toSatisfy((code: number) => code < 300), ''])
  return true
}

/** Expects the figures of the model on every screen, report and document. */
const expectSameFigures = async (m: model.Model, { app, who, customerId, isReported }: RealApp, changed: model.ModelInvoice | null) => {
  const figures = model.getLedgerFigures(m)
  await expectConsistentLedger(app, who, figures)
  if (isReported) await expectConsistentReports(app, who, customerId, figures)
  if (changed && !changed.isDeleted) await expectConsistentInvoice(app, who, changed.id, model.getFigures(changed))
}

/** @param run runs the command on app and model, and returns the changed invoice */
const command = (
  name: string,
  check: Command['check'],
  run: (m: model.Model, real: RealApp) => Promise<model.ModelInvoice | null>,
): Command => ({
  check,
  run: async (m, real) => expectSameFigures(m, real, await run(m, real)),
  toString: () => name,
})
/** A command on one of the invoices that aren't deleted. */
const onInvoice = (name: string, index: number, act: (real: RealApp, invoice: model.ModelInvoice) => Promise<void>) => {
  const live = (m: model.Model) => m.invoices.filter((invoice) => !invoice.isDeleted)
  return command(
    name,
    (m) => live(m).length > 0,
    async (m, real) => {
      const invoice = live(m)[index % live(m).length]!
      await act(real, invoice)
      if (!invoice.isDeleted) expect(await one(real, invoice)).toMatchObject(model.getFigures(invoice))
      return invoice
    },
  )
}
const url = ({ id }: model.ModelInvoice, rest = '') => `/api/invoices/${id}${rest}`

/** Saves the whole form as the client does. */
const put = async (real: RealApp, invoice: model.ModelInvoice, changes: object) => {
  const now = await one(real, invoice)
  const { customerId, invoiceNumber, issueDate, dueDate, taxRate, version } = now
  const lineItems = now.lineItems.map(({ description, quantity, unitPrice }: Record<string, string>) => ({
    description,
    quantity,
    unitPrice,
  }))
  const body = { customerId, invoiceNumber, issueDate, dueDate, taxRate, status: now.status, lineItems, version, ...changes }
  return real.app.send(real.who, 'PUT', url(invoice), body)
}

const creation = (form: Typed, stored: 'draft' | 'sent', isLate: boolean): Command =>
  command(
    `create ${stored}`,
    () => true,
    async (m, real) => {
      const body = { customerId: real.customerId, invoiceNumber: `M-${++real.made}`, status: stored, ...getDates(isLate), ...toBody(form) }
      const reply = await real.app.send(real.who, 'POST', '/api/invoices', body)
      const done = expectSameOutcome(reply, () => model.create(m, { ...form, customTax: form.tax ?? null, stored, isLate }))
      if (!done) return null
      const invoice = m.invoices.at(-1)!
      invoice.id = reply.body.id
      expect(reply.body).toMatchObject(model.getFigures(invoice))
      return invoice
    },
  )

const sampleForm = { lines: [{ quantity: 150n, unitPrice: 9999n }], rate: 825n, tax: undefined }
/** The first commands of every scenario, so that the others have invoices to work with. */
export const initialCommands = [creation(sampleForm, 'sent', false), creation({ ...sampleForm, tax: 100n }, 'draft', true)]

export const commands = [
  fc.tuple(typed, fc.constantFrom<'draft' | 'sent'>('draft', 'sent'), fc.boolean()).map((made) => creation(...made)),
  fc.tuple(which, typed).map(([index, form]) =>
    onInvoice('edit', index, async (real, invoice) => {
      expectSameOutcome(await put(real, invoice, toBody(form)), () => model.edit(invoice, form.lines, form.rate, form.tax))
    }),
  ),
  which.map((index) =>
    onInvoice('edit of the notes alone', index, async (real, invoice) => {
      expectSameOutcome(await put(real, invoice, { notes: 'Thank you' }), () => model.edit(invoice, invoice.lines, invoice.rate, undefined))
    }),
  ),
  fc.tuple(which, status).map(([index, requested]) =>
    onInvoice(`set ${requested}`, index, async (real, invoice) => {
      const reply = await put(real, invoice, { status: requested })
      const id = requested === 'paid' ? await newestPayment(real, invoice) : 0
      expectSameOutcome(reply, () => model.setStatus(invoice, requested, id))
    }),
  ),
  fc.tuple(which, fc.constantFrom(20n, 50n, 100n, 101n)).map(([index, percent]) =>
    onInvoice('pay', index, async (real, invoice) => {
      // A part of the balance due, all of it, or more, which is credit.
      const part = (model.getBalanceDue(invoice) * percent) / 100n
      const sent = percent === 101n ? part + 1n : part || 1n
      const body = { amount: model.toDecimalText(sent), paymentDate: '2026-01-31', paymentMethod: 'Cash' }
      const reply = await real.app.send(real.who, 'POST', url(invoice, '/payments'), body)
      expectSameOutcome(reply, () => model.pay(invoice, sent, reply.body.payment?.id))
    }),
  ),
  which.map((index) =>
    onInvoice('mark paid', index, async (real, invoice) => {
      const reply = await real.app.send(real.who, 'POST', url(invoice, '/mark-paid'), {})
      const id = await newestPayment(real, invoice)
      expectSameOutcome(reply, () => {
        if (invoice.stored === 'paid') throw new model.Refused(409)
        model.setPaid(invoice, id)
      })
    }),
  ),
  fc.tuple(which, which).map(([index, nth]) =>
    onInvoice('undo a payment', index, async (real, invoice) => {
      const payment = invoice.payments[nth % Math.max(invoice.payments.length, 1)]
      if (!payment) return
      expectSameOutcome(await real.app.send(real.who, 'DELETE', url(invoice, `/payments/${payment.id}`)), () =>
        model.undo(invoice, payment),
      )
    }),
  ),
  which.map((index) =>
    onInvoice('delete', index, async (real, invoice) => {
      expectSameOutcome(await real.app.send(real.who, 'DELETE', url(invoice)), () => {
        invoice.isDeleted = true
      })
      expect((await real.app.send(real.who, 'GET', url(invoice))).status).toBe(404)
    }),
  ),
  which.map((index) =>
    command(
      'restore',
      (m) => m.invoices.some((invoice) => invoice.isDeleted),
      async (m, real) => {
        const deleted = m.invoices.filter((invoice) => invoice.isDeleted)
        const invoice = deleted[index % deleted.length]!
        const reply = await real.app.send(real.who, 'POST', url(invoice, '/restore'), {})
        expectSameOutcome(reply, () => {
          invoice.isDeleted = false
        })
        expect(reply.body).toMatchObject(model.getFigures(invoice))
        return invoice
      },
    ),
  ),
]
