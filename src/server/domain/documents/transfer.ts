import type { Business } from '#server/domain/business/business.ts'
import { formatIban, getTransferDetails } from '#shared/bank-accounts.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Amount } from '#shared/money.ts'
import type { Transfer } from '#shared/pdf-document.ts'
import { documentLabels } from './labels/index.ts'

/**
 * How a customer pays an invoice by transfer, in the language of the document: on its PDF, its page and in its email.
 * @returns null where nothing is due, or no account is for its currency
 */
export const describeTransfer = (
  { bankAccounts = [], language }: Pick<Business, 'bankAccounts' | 'language'>,
  due: { amount: Amount; currency: Currency; number: string },
): Transfer | null => {
  const details = getTransferDetails(bankAccounts, due)
  if (!details) return null
  const { account, reference, epc } = details
  const labels = documentLabels[language].transfer
  const rows: [string, string | null][] = [
    [labels.holder, account.holder],
    ['IBAN', account.iban && formatIban(account.iban)],
    ['BIC', account.bic],
    [labels.routingNumber, account.routingNumber],
    [labels.accountNumber, account.accountNumber],
    [labels.bank, account.bankName],
    [labels.reference, reference],
  ]
  return {
    title: labels.title,
    rows: rows.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    code: epc,
    scan: labels.scan,
  }
}
