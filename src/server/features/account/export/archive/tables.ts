import { getTableColumns } from 'drizzle-orm'
import type { Entity } from '#server/domain/entities/entities.ts'
import { displayStatusSql } from '#server/domain/ledger/status-sql.ts'
import { businessProfiles, deletedRecords, files } from '#server/platform/db/schema/business.ts'
import { documentLines, documentNumbering, documents, documentTaxes, estimateResponses } from '#server/platform/db/schema/documents.ts'
import { exchangeRates } from '#server/platform/db/schema/exchange-rates.ts'
import { users } from '#server/platform/db/schema/identity.ts'
import {
  paymentAttempts,
  paymentChecks,
  paymentCredentials,
  paymentRefunds,
  paymentReturns,
  payments,
} from '#server/platform/db/schema/payments.ts'
import { apiTokens, securityEvents } from '#server/platform/db/schema/security.ts'
import { taxRateComponents, taxRates } from '#server/platform/db/schema/taxes.ts'
import { type ExportedTable, exportTable } from './exported-table.ts'

export const ownerReason = 'everything in the archive is of one user'
const searchReason = 'made of the other columns, for searching'
const versionReason = 'counts saves, so that a stale one can be refused'
const keyReason = 'belongs to a key, and keys are in no archive'
export const parentReason = 'says in which record it stands, which holds it here'
const decimalsReason = 'the number of decimals of the amounts, as they are written'
export const typeReason = 'each type has a file of its own'

// Rows have the alias `t`, rows inside others `l`.

export const exportedUser = exportTable(
  users,
  [
    ...(['id', 'issuer', 'subject', 'email', 'emailVerified', 'firstName', 'lastName', 'profileImageUrl', 'timeZone'] as const),
    ...(['chosenTimeZone', 'stripeCustomerId', 'stripeSubscriptionId', 'subscriptionStatus', 'subscriptionPlan'] as const),
    ...(['trialInvoicesUsed', 'subscriptionAccount', 'subscriptionPeriodEnd', 'subscriptionEndsAt', 'pastDueSince'] as const),
    ...(['liveSubscriptions', 'createdAt', 'updatedAt'] as const),
  ],
  {
    searchText: searchReason,
    subscriptionAttemptId: 'the key of a call that is under way',
    subscriptionAttemptPlan: 'belongs to that call',
    subscriptionCheckedAt: 'when the server looked last',
    subscriptionNextCheckAt: 'when the server looks next',
  },
)

export const exportedProfile = exportTable(
  businessProfiles,
  [
    ...(['id', 'businessName', 'contactName', 'email', 'phone', 'address', 'city', 'state', 'zipCode', 'country', 'website'] as const),
    ...(['logoFileId', 'taxNumber', 'pdfTheme', 'pdfPrimaryColor', 'pdfAccentColor', 'preferredPaymentMethod'] as const),
    ...(['paymentSandbox', 'pageSize', 'documentLanguage', 'invoiceDueDays', 'estimateValidDays', 'defaultTaxRate'] as const),
    ...(['countryCode', 'vatId', 'currency', 'defaultTaxRateId', 'pricesIncludeTax', 'appliesCredit'] as const),
    ...(['invoiceTerms', 'invoiceNotes', 'estimateTerms', 'estimateNotes', 'createdAt', 'updatedAt'] as const),
  ],
  { userId: ownerReason, version: versionReason, stripePublishableKey: keyReason, paypalClientId: keyReason },
)

export const exportedTaxRates = exportTable(
  taxRates,
  ['id', 'name', 'category', 'exemptionCode', 'exemptionReason', 'archivedAt', 'createdAt', 'updatedAt'],
  { userId: ownerReason, version: versionReason },
)
export const exportedTaxRateComponents = exportTable(taxRateComponents, ['name', 'percent', 'isCompound'], {
  userId: ownerReason,
  taxRateId: parentReason,
  position: 'components stand in their order',
})

export const exportedExchangeRates = exportTable(exchangeRates, ['currency', 'day', 'rate', 'source', 'createdAt', 'updatedAt'], {
  userId: ownerReason,
})

export const exportedNumbering = exportTable(
  documentNumbering,
  ['prefix', 'includeYear', 'padding', 'restartYearly', 'startAt', 'startYear'],
  { userId: ownerReason, type: typeReason },
)

const excludedEntityColumns: Record<string, string> = {
  userId: ownerReason,
  version: versionReason,
  searchText: searchReason,
}
/** Every column of an entity is exported, except those. */
export const exportEntity = ({ table }: Entity): ExportedTable => {
  const [excluded, columns] = [true, false].map((isExcluded) =>
    Object.keys(getTableColumns(table)).filter((name) => name in excludedEntityColumns === isExcluded),
  )
  return {
    table,
    columns: columns!,
    excluded: Object.fromEntries(excluded!.map((name) => [name, excludedEntityColumns[name]!])),
    sqlByColumn: {},
    nameByColumn: {},
  }
}

export const exportedFiles = exportTable(files, ['id', 'purpose', 'fileName', 'contentType', 'size', 'createdAt'], {
  userId: ownerReason,
  objectKey: 'where the server keeps it; the file itself is in the archive',
  receivedSha256: 'only uploads have one, which are not exported',
})

/** Amounts are numbers in the JSON of a deleted record. */
const amountAsText = (record: string, name: string) =>
  `case when ${record} ? '${name}' then jsonb_build_object('${name}', ${record} ->> '${name}') else '{}' end`
export const exportedDeletedRecords = exportTable(
  deletedRecords,
  ['kind', 'id', 'record', 'deletedAt'],
  { userId: ownerReason },
  {
    sqlByColumn: {
      record: `(t.record - 'user_id' - 'search_text' - 'version') || ${amountAsText('t.record', 'unit_price')} || ${amountAsText('t.record', 'amount')}`,
    },
  },
)

const documentColumns = [
  ...([
    'id',
    'number',
    'customerId',
    'formerCustomerId',
    'status',
    'issueDate',
    'deliveryDate',
    'currency',
    'pricesIncludeTax',
    'discountPercent',
  ] as const),
  ...(['discountAmount', 'chargeAmount', 'subtotal', 'netAmount', 'taxAmount', 'rounding', 'total', 'exchangeRate', 'homeTotal'] as const),
  ...(['rateDay', 'rateSource', 'notes', 'terms', 'customerSnapshot', 'businessSnapshot', 'sentAt', 'viewedAt', 'emailStatus'] as const),
  ...(['deletedAt', 'createdAt', 'updatedAt'] as const),
] as const
const excludedDocumentColumns = {
  userId: ownerReason,
  type: typeReason,
  version: versionReason,
  decimals: decimalsReason,
  contentBytes: 'the size of what stands beside it',
}
const onlyOfInvoices = {
  dueDate: 'only invoices have one',
  isOpeningBalance: 'only invoices have it',
  invoiceKind: 'only invoices have one',
  paymentUrl: 'only invoices have one',
  paymentAttention: 'only invoices have one',
  sourceDocumentId: 'only invoices have one',
  partNo: 'only invoices have one',
}
const onlyOfEstimates = {
  expiryDate: 'only estimates have one',
  withdrawnAt: 'only estimates have one',
  depositPercent: 'only estimates ask for one when they are accepted',
  depositAmount: 'only estimates ask for one when they are accepted',
}
const documentNames = { customerSnapshot: 'customerAsSent', businessSnapshot: 'businessAsSent', emailStatus: 'emailState' }
const documentSql = {
  status: displayStatusSql('t', 'g.today'),
  // Without the logo's key in the object store.
  businessSnapshot: "t.business_snapshot - 'logoKey'",
}

export const exportedInvoices = exportTable(
  documents,
  [
    ...documentColumns,
    ...([
      'dueDate',
      'invoiceKind',
      'isOpeningBalance',
      'paymentUrl',
      'paymentAttention',
      'sourceDocumentId',
      'partNo',
      'lastCent',
    ] as const),
  ],
  { ...excludedDocumentColumns, ...onlyOfEstimates, creditedInvoiceId: 'only credit notes have one' },
  {
    sqlByColumn: { ...documentSql, paymentUrl: 'g.origin || t.payment_url' },
    nameByColumn: {
      ...documentNames,
      number: 'invoiceNumber',
      invoiceKind: 'kind',
      sourceDocumentId: 'estimateId',
      partNo: 'estimatePart',
    },
  },
)
export const exportedEstimates = exportTable(
  documents,
  [...documentColumns, 'expiryDate', 'withdrawnAt', 'depositPercent', 'depositAmount'],
  {
    ...excludedDocumentColumns,
    ...onlyOfInvoices,
    ...{ creditedInvoiceId: 'only credit notes have one', lastCent: 'estimates have none' },
  },
  { sqlByColumn: documentSql, nameByColumn: { ...documentNames, number: 'estimateNumber' } },
)
export const exportedCreditNotes = exportTable(
  documents,
  [...documentColumns, 'creditedInvoiceId', 'lastCent'],
  { ...excludedDocumentColumns, ...onlyOfInvoices, ...onlyOfEstimates },
  { sqlByColumn: documentSql, nameByColumn: { ...documentNames, number: 'creditNoteNumber', creditedInvoiceId: 'invoiceId' } },
)

const excludedPartColumns = { userId: ownerReason, documentId: parentReason, decimals: decimalsReason }
export const exportedLines = exportTable(
  documentLines,
  [
    ...([
      'id',
      'kind',
      'itemId',
      'creditedLineId',
      'sourceLineId',
      'description',
      'quantity',
      'unitCode',
      'unitPrice',
      'amount',
      'discountPercent',
    ] as const),
    ...(['discountAmount', 'total', 'taxGroup', 'documentDiscount', 'documentDiscountNet', 'net'] as const),
  ],
  { ...excludedPartColumns, position: 'lines stand in their order' },
)
export const exportedTaxes = exportTable(
  documentTaxes,
  [
    'groupNo',
    'componentNo',
    'taxRateId',
    'name',
    'category',
    'exemption',
    'percent',
    'isCompound',
    'base',
    'amount',
    'isTyped',
    'homeBase',
    'homeAmount',
  ],
  excludedPartColumns,
)
export const exportedResponses = exportTable(
  estimateResponses,
  ['response', 'respondedAt', 'respondedBy', 'respondedFrom', 'reason'],
  { userId: ownerReason, documentId: parentReason },
  {
    nameByColumn: {
      response: 'answer',
      respondedAt: 'answeredAt',
      respondedBy: 'answeredBy',
      respondedFrom: 'answeredFrom',
      reason: 'declineReason',
    },
  },
)

export const exportedPayments = exportTable(
  payments,
  [
    ...(['id', 'documentId', 'attemptId', 'amount', 'currency', 'paymentDate', 'paymentMethod', 'provider', 'chargeRef'] as const),
    ...(['stripePaymentIntentId', 'stripeChargeId', 'status', 'refunded', 'fee', 'homeAmount', 'exchangeRate', 'rateSource'] as const),
    ...(['dispute', 'notes', 'createdAt'] as const),
  ],
  { userId: ownerReason },
  { nameByColumn: { documentId: 'invoiceId' } },
)
export const exportedReturns = exportTable(paymentReturns, ['id', 'day', 'amount', 'homeAmount', 'createdAt'], {
  userId: ownerReason,
  paymentId: parentReason,
})
export const exportedRefunds = exportTable(
  paymentRefunds,
  ['id', 'paymentId', 'amount', 'reason', 'status', 'ref', 'problem', 'createdAt', 'updatedAt'],
  { userId: ownerReason },
)

export const exportedAttempts = exportTable(
  paymentAttempts,
  [
    ...(['id', 'documentId', 'provider', 'accountId', 'ref', 'amount', 'currency', 'payee', 'problem', 'found', 'status'] as const),
    ...(['cardConsent', 'decline', 'createdAt', 'updatedAt'] as const),
  ],
  {
    userId: ownerReason,
    customerRef: 'stands with the saved card',
    url: "the provider's page, where whoever has the address can pay",
    documentVersion: versionReason,
    captureTry: 'counts the calls of a capture',
    askedAt: 'when the server asked last',
  },
  {
    nameByColumn: { documentId: 'invoiceId' },
  },
)

export const exportedCredentials = exportTable(
  paymentCredentials,
  ['provider', 'accountId', 'status', 'mode', 'problem', 'checkedAt', 'createdAt', 'updatedAt'],
  { userId: ownerReason, version: versionReason, keyId: keyReason, sealedSecret: keyReason, secretLast4: keyReason },
)

export const exportedChecks = exportTable(paymentChecks, ['provider', 'accountId', 'checkedAt', 'compared', 'differences', 'problem'], {
  userId: ownerReason,
})

export const exportedSecurityEvents = exportTable(securityEvents, ['id', 'at', 'kind', 'address', 'userAgent', 'detail'], {
  userId: ownerReason,
})
export const exportedApiTokens = exportTable(
  apiTokens,
  ['id', 'name', 'lastFour', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt', 'lastUsedFrom', 'revokedAt'],
  { userId: ownerReason, hash: 'made of the token, and keys are in no archive' },
)

export const excludedTables: Readonly<Record<string, string>> = {
  journal_months: 'sums of journal.json',
  books: 'the last number in journal.json, and the last day in closings.json',
  idempotency_keys: 'answers that wait for a repetition of their request; what was made by it is in the archive',
  public_links: 'the address of each document is in invoices.json and estimates.json',
  webhook_endpoints: 'an address that must stay unknown, and the secret that signs what comes there',
  webhook_events: 'notes that a message was handled; what it said of money stands in payments.json',
  search_entries: 'made of the records, for searching',
  search_words: 'made of the records, for searching',
  data_exports: 'how far archives have come',
}
