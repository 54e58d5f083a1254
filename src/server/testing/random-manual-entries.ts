import { getUsualAccounts } from '#modules/manual-entries/model.ts'
import { createManualEntry } from '#modules/manual-entries/server.ts'
import { getHomeCurrency } from '#server/domain/business/business.ts'
import { undoManualEntry } from '#server/domain/ledger/manual-entries/manual-entries.ts'
import { type Act, oneId, randomDay, toMoney } from './random-acts.ts'

/** Neither sales tax nor starting balances: their accounts are compared as those of documents. */
const templates = ['owner-drawing', 'owner-contribution', 'loan-received', 'interest-paid', 'bank-fee', 'other-income', 'transfer'] as const

const recordByHand: Act = async (life) => {
  const { random, db } = life
  const template = random.one(templates)
  const { debit, credit } = getUsualAccounts(template)
  const amount = toMoney(random.between(1, 99_999), await getHomeCurrency(db))
  await createManualEntry(db, { template, day: randomDay(life), amount, debitAccount: debit, creditAccount: credit })
}

const undoByHand: Act = async (life) => {
  const id = await oneId(life, 'select id from manual_entries where user_id = $1 order by id desc limit 20')
  if (id !== undefined) await undoManualEntry(life.db, id)
}

/** The acts on entries by hand, with how often each is drawn. */
export const manualActs: readonly (readonly [weight: number, act: Act])[] = [
  [4, recordByHand],
  [1, undoByHand],
]
