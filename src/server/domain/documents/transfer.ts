import type { Business } from '#server/domain/business/business.ts'
import { formatIban, getTransferDetails } from '#shared/bank-accounts.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Amount } from '#shared/money.ts'
import type { Transfer } from '#shared/pdf-document.ts'
import { createSwissBill } from '#shared/swiss-bill.ts'
import { documentLabels } from './labels/index.ts'
import type { CustomerSnapshot } from './parties.ts'
import { describeSwissBill } from './swiss-bill.ts'

/**
 * How a customer pays an invoice by transfer, in the language of the document: on its PDF, its page and in its email.
 * @returns null where nothing is due, or no account is for its currency
 */
export const describeTransfer = (
  business: Business,
  customer: CustomerSnapshot,
  due: { amount: Amount; currency: Currency; number: string },
): Transfer | null => {
  const { bankAccounts = [], language } = business
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
  const bill = createSwissBill(account, business, customer, due)
  return {
    title: labels.title,
    rows: rows.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    code: bill ? null : epc,
    scan: labels.scan,
    swissBill: bill && describeSwissBill(bill, language),
  }
}
