import { issueCreditNote, issueToCustomer } from '#features/credit-notes/issue.ts'
import { convertPart } from '#features/estimates/convert.ts'
import { createEstimate } from '#features/estimates/routes.ts'
import { createInvoice, issueInvoice } from '#features/invoices/create.ts'
import { deductDeposit, requestDeposit } from '#features/invoices/deposits.ts'
import { editInvoice } from '#features/invoices/edit.ts'
import type { createLateFeeInvoice } from '#features/invoices/emails.ts'
import { getInvoice } from '#features/invoices/read.ts'
import { chargeFee, getInvoiceLateFees } from '#features/late-fees/charge.ts'
import { readRule, saveRule } from '#features/late-fees/rule.ts'
import { recordManualPayment } from '#features/payments/record-payment.ts'
import { lockBooks } from '#server/domain/ledger/journal/post.ts'
import { lockBalance } from '#server/domain/payments/balance/balance.ts'
import { applyCredit } from '#server/domain/payments/credit-applications/credit-applications.ts'
import { writeOff } from '#server/domain/payments/write-offs/write-offs.ts'
import type { Clock } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { creditNoteInput } from '#shared/contract/credit-notes.ts'
import { depositInput } from '#shared/contract/deposits.ts'
import { progressInput } from '#shared/contract/estimate-progress.ts'
import { estimateInput } from '#shared/contract/estimates.ts'
import { paymentInput } from '#shared/contract/invoice-payments.ts'
import { invoiceEdit, invoiceInput } from '#shared/contract/invoices.ts'
import { lateFeeRuleInput } from '#shared/contract/late-fees.ts'
import { writeOffInput } from '#shared/contract/settlements.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { toDecimal } from '#shared/money.ts'
import { people } from './sample-data.ts'

const taxRate = '8.25'

type Line = { description: string; quantity: string; unitCode?: string; unitPrice: string }
type Person = (typeof people)[number][0]

/** Each act is done on a day that is so many days ago. */
const createActs = (clock: Clock, db: UserDb, today: Day, customers: readonly number[]) => {
  const counts = { invoices: 0, estimates: 0, creditNotes: 0 }
  const ago = (days: number) => addDays(today, -days)
  const of = (name: Person) => customers[people.findIndex(([each]) => each === name)]!
  const at = (days: number) => ({ now: () => new Date(`${ago(days)}T12:00:00Z`) })

  const invoice = async (
    days: number,
    name: Person,
    lineItems: readonly Line[],
    over: { status?: 'draft'; createdDaysAgo?: number } = {},
  ) => {
    counts.invoices++
    const { createdDaysAgo = days, status = 'sent' } = over
    const dates = { issueDate: ago(days), dueDate: addDays(ago(days), 14) }
    const input = { customerId: of(name), invoiceNumber: '-', drawNumber: true, ...dates, taxRate, status, lineItems }
    return createInvoice(db, invoiceInput.parse(input), ago(createdDaysAgo))
  }

  return {
    counts,
    ago,
    of,
    at,
    invoice,
    issue: (days: number, id: number) => issueInvoice(db, id, ago(days)),
    pay: async (days: number, id: number, { amount, notes }: { amount?: string; notes?: string } = {}) => {
      const locked = await lockBalance(db, id)
      const money = { amount: amount ?? toDecimal(locked.due), paymentDate: ago(days), paymentMethod: 'Bank transfer' }
      await recordManualPayment(clock, db, locked, paymentInput.parse({ ...money, notes, sendReceipt: false }))
    },
    creditNote: async (days: number, input: object) => {
      counts.creditNotes++
      const { invoiceId, customerId, lineItems, ...note } = creditNoteInput.parse({ ...input, issueDate: ago(days) })
      if (customerId !== undefined && lineItems !== undefined) await issueToCustomer(db, { ...note, customerId, lineItems }, ago(days))
      else await issueCreditNote(clock, db, await lockBalance(db, invoiceId!), { input: note, today: ago(days) })
    },
  }
}
type Acts = ReturnType<typeof createActs>

const hours = (description: string, quantity: string): Line => ({ description, quantity, unitCode: 'HUR', unitPrice: '110.00' })

/** 30% is paid before the work; its invoice deducts it. */
const addDeposit = async (clock: Clock, db: UserDb, { counts, ago, invoice, issue, pay }: Acts) => {
  const website = [
    { description: 'Website with portfolio: design and build', quantity: '1', unitPrice: '4800.00' },
    { description: 'Copywriting, pages', quantity: '6', unitCode: 'ZP', unitPrice: '135.00' },
  ]
  const work = await invoice(6, 'Mateo Silva', website, { status: 'draft', createdDaysAgo: 75 })
  const { id: deposit } = await requestDeposit(db, await getInvoice(db, work, ago(75)), depositInput.parse({ percent: '30' }), ago(75))
  counts.invoices++
  await issue(75, deposit)
  await pay(68, deposit)
  await deductDeposit(clock, db, await getInvoice(db, work, ago(6)), deposit, ago(6))
  await issue(6, work)
}

/** The last part is left. */
const addParts = async (db: UserDb, { counts, ago, of, issue, pay }: Acts) => {
  const lineItems = [
    { description: 'Online shop: concept and design', quantity: '1', unitPrice: '2900.00' },
    { description: 'Online shop: build and payment set-up', quantity: '1', unitPrice: '5400.00' },
    { description: 'Training session for the shop team', quantity: '2', unitPrice: '420.00' },
  ]
  const dates = { issueDate: ago(100), expiryDate: ago(70) }
  const input = { customerId: of('Ethan Brooks'), estimateNumber: '-', drawNumber: true, ...dates, taxRate, status: 'sent', lineItems }
  const { id: estimate } = await createEstimate(db, estimateInput.parse(input), ago(100))
  counts.estimates++
  const bill = (days: number, percent: string) => convertPart(db, estimate, progressInput.parse({ percent }), ago(days))
  for (const { billed, percent, paid } of [
    { billed: 80, percent: '30', paid: 69 },
    { billed: 35, percent: '70', paid: 24 },
  ]) {
    const part = await bill(billed, percent)
    counts.invoices++
    await issue(billed, part)
    await pay(paid, part)
  }
}

/** Twelve sets are invoiced, but two were ordered: the line is credited, and invoiced again. */
const addWrongQuantity = async (db: UserDb, { ago, invoice, pay, creditNote }: Acts) => {
  const cards = (quantity: string) => ({ description: 'Business cards, 100', quantity, unitCode: 'SET', unitPrice: '64.90' })
  const wrong = await invoice(50, 'Zoe Anderson', [{ description: 'Flyer layout', quantity: '1', unitPrice: '180.00' }, cards('12')])
  const [, line] = (await getInvoice(db, wrong, ago(50))).lineItems
  const notes = '12 sets of business cards were invoiced, 2 were ordered and delivered.'
  await creditNote(47, { invoiceId: wrong, lines: [{ lineId: line!.id, quantity: '12' }], notes })
  await pay(38, wrong)
  await pay(36, await invoice(47, 'Zoe Anderson', [cards('2')]))
}

/** Most of it settles the customer's next invoice. @returns that invoice */
const addGoodwill = async ({ of, invoice, creditNote }: Acts): Promise<number> => {
  const lineItems = [{ description: 'Goodwill for the two days that your website was offline', quantity: '1', unitPrice: '200.00' }]
  await creditNote(30, { customerId: of('Priya Patel'), taxRate, lineItems })
  return invoice(9, 'Priya Patel', [{ description: 'Website maintenance', quantity: '1', unitCode: 'MON', unitPrice: '149.00' }])
}

/** The invoice is corrected after it was paid. */
const addOverpayment = async (clock: Clock, db: UserDb, { ago, of, invoice, pay }: Acts) => {
  const id = await invoice(64, 'Hannah Fischer', [hours('Consulting on the online course', '9')])
  await pay(52, id)
  const before = await getInvoice(db, id, ago(45))
  const { number, issueDate, dueDate, status: stored } = await lockBalance(db, id)
  const lineItems = [{ id: before.lineItems[0]!.id, ...hours('Consulting on the online course', '7') }]
  const edit = { customerId: of('Hannah Fischer'), invoiceNumber: number, issueDate, dueDate, lineItems }
  const corrected = invoiceEdit.parse({ ...edit, notes: 'Corrected: 7 hours by our time sheet, not 9.' })
  await editInvoice(clock, db, { before, stored, edit: corrected, today: ago(45) }, (invoice) => invoice)
}

/** A part of a written-off invoice is paid after all; the rest of it is written off again. */
const addLatePayment = async (db: UserDb, { ago, at, invoice, pay }: Acts) => {
  const id = await invoice(230, 'Nina Petrova', [hours('Translation of the website into English', '14')])
  const giveUp = async (days: number, reason: string) => {
    await writeOff(at(days), db, await lockBalance(db, id), writeOffInput.parse({ day: ago(days), reason }))
  }
  await giveUp(120, 'No answer to three reminders')
  await pay(26, id, { amount: '900.00', notes: 'Settlement agreed by phone' })
  await giveUp(26, 'Settlement: the rest is waived')
}

/** A rule that the business has is kept. */
const addLateFee = async (clock: Clock, db: UserDb, { counts, ago, invoice }: Acts) => {
  const terms = { kind: 'fixed', amount: '25.00', graceDays: 10, repeats: 'once', isAutomatic: false, validFrom: ago(90) }
  if (await readRule(db)) return
  await saveRule(db, lateFeeRuleInput.parse(terms), { today: ago(90), now: clock.now() })
  const id = await invoice(42, 'Oliver Smith', [{ description: 'Landing page', quantity: '1', unitPrice: '1850.00' }])
  const { proposal } = await getInvoiceLateFees(db, id, ago(11))
  // As the owner charges it, but without the email to the customer.
  const createFee: typeof createLateFeeInvoice = async (...fee) => getInvoice(db, await createInvoice(...fee), ago(11))
  if (proposal) await chargeFee(db, id, proposal, ago(11), createFee)
  counts.invoices++
}

/** Kept for the work to come. */
const addRetainer = async (db: UserDb, { counts, ago, of, pay }: Acts) => {
  const lineItems = [{ description: 'Retainer for support until the summer', quantity: '1', unitPrice: '600.00' }]
  const input = { customerId: of('Mateo Silva'), kind: 'retainer', invoiceNumber: '-', drawNumber: true, taxRate: '0', status: 'sent' }
  const dates = { issueDate: ago(20), dueDate: ago(6) }
  const id = await createInvoice(db, invoiceInput.parse({ ...input, ...dates, lineItems }), ago(20))
  counts.invoices++
  await pay(14, id)
}

const takenFromTrialQuery = 'select trial_invoices_used as used from users where id = $1 for no key update'
const setTakenQuery = 'update users set trial_invoices_used = $2 where id = $1'

/**
 * Done as in the app, so that its figures are those of the app. Books that are closed stay as they are.
 * @returns how many documents were added, and `applyCredit`, to be called when the journal has the credit
 */
export const addStories = async (clock: Clock, db: UserDb, today: Day, customers: readonly number[]) => {
  const acts = createActs(clock, db, today, customers)
  const { closedThrough } = await lockBooks(db)
  if (closedThrough !== null && closedThrough >= acts.ago(365)) return { ...acts.counts, applyCredit: async () => undefined }
  const [user] = await db.rows<{ used: number }>(takenFromTrialQuery, [db.userId])
  const { used } = user!
  // Sample data takes nothing from the trial.
  const add = async <T>(story: () => Promise<T>): Promise<T> => {
    await db.rows(setTakenQuery, [db.userId, 0])
    return story()
  }
  await add(() => addLatePayment(db, acts))
  await add(() => addParts(db, acts))
  await add(() => addDeposit(clock, db, acts))
  await add(() => addRetainer(db, acts))
  await add(() => addOverpayment(clock, db, acts))
  await add(() => addWrongQuantity(db, acts))
  await add(() => addLateFee(clock, db, acts))
  const goodwill = await add(() => addGoodwill(acts))
  await db.rows(setTakenQuery, [db.userId, used])
  return {
    ...acts.counts,
    applyCredit: async () => void (await applyCredit(acts.at(9), db, await lockBalance(db, goodwill), {})),
  }
}
