import { estimateType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { findLineRates } from '#server/domain/documents/lifecycle/line-rates.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { DepositInput } from '#shared/contract/deposits.ts'
import type { Day } from '#shared/dates.ts'
import { computeDepositTotal, type DepositRequest } from '#shared/deposits.ts'
import { type Amount, formatMoney, toDecimal } from '#shared/money.ts'
import { toContent } from './progress.ts'
import { type Estimate, getEstimate } from './read.ts'

// It is invoiced when the estimate is accepted, see `convertEstimate`.

type Asked = Pick<Estimate, 'depositPercent' | 'depositAmount'>
export const noDeposit: Asked = { depositPercent: null, depositAmount: null }

export const getDepositRequest = ({ depositPercent: percent, depositAmount: amount }: Asked): DepositRequest | null =>
  percent === null && amount === null ? null : { percent, amount }

export const readDepositTotal = async (db: UserDb, estimate: Estimate): Promise<Amount | null> => {
  const request = getDepositRequest(estimate)
  if (!request) return null
  const total = computeDepositTotal(toContent(estimate), request, estimate.currency, await findLineRates(db, estimate.lineItems))
  return typeof total === 'number' ? total : null
}

const format = ({ depositPercent, depositAmount }: Asked, { currency }: Estimate): string | null =>
  depositPercent !== null ? `${depositPercent}%` : depositAmount === null ? null : formatMoney(depositAmount, currency)

/**
 * The same deposit again writes nothing. Call it where `mayAskDeposit`, under the estimate's lock. @throws AppError 400 at the field; 409 for an
 * estimate with a typed tax
 */
export const setDeposit = async (db: UserDb, id: number, input: DepositInput | null, today: Day): Promise<Estimate> => {
  const before = await getEstimate(db, id, today)
  const { percent = null, amount = null } = input ?? {}
  const asked: Asked = { depositPercent: percent, depositAmount: amount }
  if (input) await refuseWrongDeposit(db, { ...before, ...asked })
  const after = format(asked, before)
  if (after === format(before, before)) return before
  await db.rows(
    `update documents set deposit_percent = $3, deposit_amount = $4, version = version + 1, updated_at = now() where user_id = $1 and id = $2`,
    [db.userId, id, percent, amount === null ? null : toDecimal(amount)],
    'estimates.set-deposit',
  )
  db.announce('estimates')
  await recordEvent(db, estimateType, id, 'edited', [{ field: 'Deposit on acceptance', before: format(before, before), after }])
  return getEstimate(db, id, today)
}

/** @throws AppError 400 at the field for a deposit that is more than the estimate; 409 for an estimate with a typed tax */
const refuseWrongDeposit = async (db: UserDb, estimate: Estimate): Promise<void> => {
  const request: DepositRequest = { percent: estimate.depositPercent, amount: estimate.depositAmount }
  if (estimate.taxIsCustom)
    throw new AppError(409, 'The tax of this estimate was typed by hand, so a deposit can’t be divided by tax rate. Set a tax rate first.')
  const total = computeDepositTotal(toContent(estimate), request, estimate.currency, await findLineRates(db, estimate.lineItems))
  if (typeof total !== 'number') throw new AppError(400, total.message, { issues: [total] })
}

/** @throws AppError 409 for an edit after which the estimate can't ask for its deposit any more */
export const refuseLostDeposit = async (db: UserDb, after: Estimate): Promise<void> => {
  if (!getDepositRequest(after)) return
  try {
    await refuseWrongDeposit(db, after)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(
      409,
      `This estimate asks for a deposit of ${format(after, after)} when it is accepted. ${error.message.replace(/\.?$/, '.')} Change or remove the deposit first.`,
    )
  }
}
