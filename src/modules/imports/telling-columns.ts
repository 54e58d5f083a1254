import type { ImportKind } from '#shared/record-types.ts'
import { readAmount } from './amounts.ts'
import { looksLikeDay } from './days.ts'
import { normalizeHeader } from './fields.ts'

/**
 * What a column says about the rows of its file, whether it is imported or not: their status, their type, what was paid, what is still owed, the
 * currency, whether money goes out or comes in, money received, and that the file lists invoices or who buys.
 */
export type Telling = 'status' | 'type' | 'paid' | 'open' | 'currency' | 'direction' | 'received' | 'invoice' | 'buyer' | 'seller'
export type TellingColumn = { column: number; tells: Telling }

/** Words for what is still owed, which no total is. */
const open = /due|balance|outstanding|unpaid|owing|owed|remaining|^open|offen|restbetrag|solde|saldo|pendiente|openstaand/
const paid =
  /(?<!un|pre)paid|settled|received|paymentstatus|^payments?$|payment(amount|date)|lastpayment|totalpayments|bezahlt|paye$|pagad|betaald/
const status = /status|statut|^stato$|^stage$/
const type = /^(?:transaction|txn|document|doc|invoice|record)?(?:type|kind)$|^(?:belegart|dokumenttyp)$/
const currency = /currency|wahrung|waehrung|^ccy$|^cur$|devise|moneda|divisa|moeda|^valuta$|^munt$/
const received = /^credits?$|creditamount|moneyin|paidin|^deposits?$|^haben$|^gutschrift$/
const invoice = /^invoice$|invoice(?:no|num|number|id|date|status|total|amount)/
const buyer = /^(?:client|customer)/
const seller = /vendor|supplier|merchant|payee|paidto|seller(?!message)|^store$|^shop$|billno|billnumber/

const isAmount = (text: string) => /^-?\d+(\.\d+)?$/.test(readAmount(text))
const moneyOut = ['debit', 'af', 'money out', 'outgoing', 'withdrawal', 'expense', 'soll']
const moneyIn = ['credit', 'bij', 'money in', 'incoming', 'deposit', 'income', 'haben']
const isDirection = (text: string) => [...moneyOut, ...moneyIn, 'memo'].includes(text.toLowerCase())

const tests: Record<Telling, (key: string, all: (test: (text: string) => boolean) => boolean) => boolean> = {
  // A due date is a day; 'Days overdue' counts them.
  open: (key, all) => open.test(key) && !/date|days|terms?$/.test(key) && all(isAmount),
  // 'Overdue: yes' and 'Amount due: none' are no amounts, but speak.
  status: (key, all) => status.test(key) || (open.test(key) && !/date|terms?$/.test(key) && !all(looksLikeDay) && !all(isAmount)),
  paid: (key) => paid.test(key),
  type: (key) => type.test(key),
  currency: (key, all) => currency.test(key) && !all(looksLikeDay),
  direction: (_key, all) => all(isDirection),
  received: (key, all) => received.test(key) && all(isAmount),
  invoice: (key) => invoice.test(key),
  buyer: (key) => buyer.test(key),
  seller: (key) => seller.test(key),
}
/** What matters in each kind of file. */
const askedOf: Record<ImportKind, readonly Telling[]> = {
  customers: [],
  items: ['currency'],
  expenses: ['currency', 'type', 'direction', 'received', 'status', 'seller', 'invoice', 'buyer'],
  'opening-balances': ['currency', 'open', 'status', 'type', 'paid'],
}

/** Finds the columns that tell something about the rows. An empty column tells nothing. @param samples some cells of each column */
export const findTellingColumns = (
  kind: ImportKind,
  headers: readonly string[],
  samples: readonly (readonly string[])[],
): TellingColumn[] =>
  headers.flatMap((header, column) => {
    const cells = (samples[column] ?? []).map((cell) => cell.trim()).filter(Boolean)
    const key = normalizeHeader(header)
    const all = (test: (text: string) => boolean) => cells.filter(test).length >= cells.length * 0.8
    const tells = cells.length === 0 ? undefined : askedOf[kind].find((it) => tests[it](key, all))
    return tells ? [{ column, tells }] : []
  })

/** Whether the column's name says that it has what is still owed. */
const saysOpen = (header: string) => open.test(normalizeHeader(header))
/** Whether the column's name is that of a total, a price or a payment. */
const saysTotal = (header: string) =>
  !saysOpen(header) &&
  /total|amount|^sum|gross|^net|price|paid|payment|value|summe|betrag|brutto|netto|montant|importe/.test(normalizeHeader(header))

/** The columns that speak of payments or of what is still owed: beside one of them a total is not what is owed. */
export const findPaymentColumns = (telling: readonly TellingColumn[]): number[] =>
  telling.filter(({ tells }) => ['status', 'paid', 'open'].includes(tells)).map(({ column }) => column)

type File = {
  kind: ImportKind
  headers: readonly string[]
  columns: readonly (string | null)[]
  telling: readonly TellingColumn[]
}

/**
 * Why no row of a file can be imported: a total would become a debt that may be paid, or invoices to customers would become costs.
 * @returns a sentence that names the columns which spoke against it; undefined when none did
 */
export const findFileProblem = ({ kind, headers, columns, telling }: File): string | undefined => {
  const list = (found: readonly number[], word = 'and') => found.map((column) => `“${headers[column]}”`).join(` ${word} `)
  const told = (it: Telling) => telling.filter(({ tells }) => tells === it).map(({ column }) => column)
  if (kind === 'expenses' && told('seller').length === 0 && told('invoice').length > 0 && told('buyer').length > 0)
    return `${list([told('invoice')[0]!, told('buyer')[0]!])} show that this file lists invoices to your customers, which are no expenses. If they are, rename the column ${list([told('invoice')[0]!])} in the file.`
  if (kind !== 'opening-balances') return
  const amount = columns.indexOf('amount')
  const speaking = findPaymentColumns(telling).filter((column) => column !== amount)
  if (speaking.length === 0 || (amount >= 0 && !saysTotal(headers[amount]!))) return
  const owed = told('open').filter((column) => column !== amount)
  if (owed.length > 0)
    return amount >= 0 ? `${list([amount])} is not what is still owed: choose ${list(owed, 'or')} as the open amount.` : undefined
  const total = amount >= 0 ? list([amount]) : 'a total'
  const verb = speaking.length === 1 ? 'shows' : 'show'
  return `${list(speaking)} ${verb} that invoices in this file may be paid or void, so ${total} is not what is still owed. Add a column “Open amount” to the file with what is still owed on each invoice, 0 where nothing is.`
}

const words = (text: string) => new RegExp(`(?<!\\p{L})(?:${text})(?!\\p{L})`, 'iu')
const stillOwed = words(
  '(?:un|not |not yet |non-?|part(?:ial|ially|ly)?[ -]|deposit |to be |nicht |teil(?:weise )?|non |no |niet )(?:paid|bezahlt|payée?s?|pagad[ao]|betaald)|partial|partially|in part|impayée?s?|unsettled',
)
const isPaid = words('paid|settled|closed|refunded|credited|bezahlt|payée?s?|pagad[ao]s?|betaald')
const isVoid = words(
  'void|voided|cancell?ed|deleted|written[ -]?off|write[ -]?off|uncollectible|bad debt|storniert|annulée?s?|anulad[ao]s?|geannuleerd',
)
const isDraft = words('drafts?|awaiting approval|pending approval|submitted for approval|entwurf|brouillon|borrador|concept')
const isCredit = words('credit (?:note|memo)|credit$|gutschrift|avoir|nota de crédito|creditnota')
const isNoInvoice = words(
  'payment|bill|purchases?|estimate|quote|(?:sales )?receipt|deposit|refund|overpayment|prepayment|journal(?: entry)?',
)
const isNoCost = words(
  'pending|failed|declined|denied|void|voided|cancell?ed|reversed|refunded|drafts?|rejected|expired|deleted|uncaptured',
)
const isIncome = words(
  'sales?|(?<!purchase |supplier |vendor )invoice|income|(?:bank )?deposit|^(?:internal )?transfer|refund|credit (?:note|memo)|credit$|estimate|quote|payout',
)

/** Why a row with this cell is neither owed nor a cost. @returns the sentence; undefined when the cell doesn't say so */
const findReason = (kind: ImportKind, tells: Telling, text: string, amount: string): string | undefined => {
  const quoted = `“${text.slice(0, 60)}”`
  if (kind === 'opening-balances') {
    if (tells === 'type' && isCredit.test(text))
      return amount.startsWith('-') ? undefined : `${quoted} is not owed. To import it as credit of the customer, make its amount negative`
    if (tells === 'type') return isNoInvoice.test(text) ? `${quoted} is not an invoice that is owed` : undefined
    if (isDraft.test(text)) return `${quoted}: it was not issued, so nothing is owed`
    const says = isVoid.test(text) || isPaid.test(text) || (tells === 'paid' && /^(?:yes|true|y|x)$/i.test(text))
    return says && !stillOwed.test(text) ? `${quoted}: nothing is owed` : undefined
  }
  if (tells === 'type') return isIncome.test(text) ? `${quoted} is not a cost` : undefined
  if (tells === 'status') return isNoCost.test(text) ? `${quoted}: nothing was spent` : undefined
  if (tells === 'received') return Number(readAmount(text)) !== 0 ? `${quoted} was received, so it is not a cost` : undefined
  return tells === 'direction' && !moneyOut.includes(text.toLowerCase()) ? `${quoted} is not money that you spent` : undefined
}

/** Why a row is left out, by the first column that says so: it is paid, void, a draft, money received. */
export const findLeftOut = (
  { kind, columns, telling }: Pick<File, 'kind' | 'columns' | 'telling'>,
  cells: readonly string[],
): { column: number; message: string } | undefined => {
  const amount = readAmount((cells[columns.indexOf('amount')] ?? '').trim())
  for (const { column, tells } of telling) {
    const text = (cells[column] ?? '').trim()
    const isRead = ['status', 'type', 'paid', 'direction', 'received'].includes(tells) && text !== '' && columns[column] !== 'amount'
    const message = isRead ? findReason(kind, tells, text, amount) : undefined
    if (message) return { column, message }
  }
  return undefined
}
