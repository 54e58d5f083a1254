import { getTableColumns } from 'drizzle-orm'
import { estimateType, invoiceType } from '#server/domain/documents/document-type.ts'
import { displayStatusSql } from '#server/domain/documents/status-sql.ts'
import type { Entity } from '#server/domain/entities/entities.ts'
import { businessProfiles, deletedRecords, files } from '#server/platform/db/schema/business.ts'
import {
  estimateEmails,
  estimateEvents,
  estimateNumbering,
  invoiceEmails,
  invoiceEvents,
  invoiceNumbering,
} from '#server/platform/db/schema/document-records.ts'
import { estimateLineItems, estimates, invoiceLineItems, invoices } from '#server/platform/db/schema/documents.ts'
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
import { statementEmails } from '#server/platform/db/schema/statements-and-search.ts'
import { type ExportedTable, exportTable } from './exported-table.ts'

const ownerReason = 'everything in the archive is of one user'
const searchReason = 'made of the other columns, for searching'
const versionReason = 'counts saves, so that a stale one can be refused'
const keyReason = 'belongs to a key, and keys are in no archive'
const parentReason = 'says in which record it stands, which holds it here'
const checksumReason = 'a hash of the figures, which stand beside it'

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
    ...(['paymentSandbox', 'paperSize', 'paperLanguage', 'invoiceDueDays', 'estimateValidDays', 'defaultTaxRate'] as const),
    ...(['invoiceTerms', 'invoiceNotes', 'estimateTerms', 'estimateNotes', 'createdAt', 'updatedAt'] as const),
  ],
  { userId: ownerReason, version: versionReason, stripePublishableKey: keyReason, paypalClientId: keyReason },
)

const numberingColumns = ['prefix', 'includeYear', 'padding', 'restartYearly', 'startAt', 'startYear'] as const
export const exportedInvoiceNumbering = exportTable(invoiceNumbering, numberingColumns, { userId: ownerReason })
export const exportedEstimateNumbering = exportTable(estimateNumbering, numberingColumns, { userId: ownerReason })

/** Reasons for the columns that every entity has and the archive omits. */
const excludedEntityColumns: Record<string, string> = {
  userId: ownerReason,
  version: versionReason,
  searchText: searchReason,
  seal: checksumReason,
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
  }
}

export const exportedFiles = exportTable(files, ['id', 'purpose', 'fileName', 'contentType', 'size', 'createdAt'], {
  userId: ownerReason,
  objectKey: 'where the server keeps it; the file itself is in the archive',
})

/** Amounts are numbers in the JSON of a deleted record; they are exported as text. */
const amountAsText = (record: string, name: string) =>
  `case when ${record} ? '${name}' then jsonb_build_object('${name}', ${record} ->> '${name}') else '{}' end`
export const exportedDeletedRecords = exportTable(
  deletedRecords,
  ['kind', 'id', 'record', 'deletedAt'],
  { userId: ownerReason },
  {
    record: `(t.record - 'user_id' - 'search_text' - 'version' - 'seal') || ${amountAsText('t.record', 'unit_price')} || ${amountAsText('t.record', 'amount')}`,
  },
)

const documentColumns = [
  ...(['id', 'customerId', 'formerCustomerId', 'status', 'issueDate', 'subtotal', 'taxRate', 'taxAmount', 'taxIsCustom', 'total'] as const),
  ...(['notes', 'terms', 'customerAsSent', 'businessAsSent', 'sentAt', 'emailState', 'deletedAt', 'createdAt', 'updatedAt'] as const),
] as const
const documentLeftOut = {
  userId: ownerReason,
  version: versionReason,
  seal: checksumReason,
  contentBytes: 'the size of what stands beside it',
}
/** Without the logo's key in the object store. */
const businessAsSent = "t.business_as_sent - 'logoKey'"
const lineColumns = ['id', 'itemId', 'description', 'quantity', 'unitPrice', 'total'] as const
const excludedLineColumns = { userId: ownerReason, seal: checksumReason, position: 'lines stand in their order' }

export const exportedInvoices = exportTable(
  invoices,
  [...documentColumns, 'invoiceNumber', 'dueDate', 'stripePaymentIntentId', 'paymentUrl', 'paymentAttention', 'viewedAt', 'estimateId'],
  documentLeftOut,
  {
    businessAsSent,
    status: displayStatusSql(invoiceType, 't', 'g.today'),
    paymentUrl: 'g.origin || t.payment_url',
  },
)
export const exportedInvoiceLines = exportTable(invoiceLineItems, lineColumns, { ...excludedLineColumns, invoiceId: parentReason })

export const exportedEstimates = exportTable(
  estimates,
  [...documentColumns, 'estimateNumber', 'expiryDate', 'withdrawnAt', 'answeredAt', 'answeredBy', 'answeredFrom', 'declineReason'],
  documentLeftOut,
  { businessAsSent, status: displayStatusSql(estimateType, 't', 'g.today') },
)
export const exportedEstimateLines = exportTable(estimateLineItems, lineColumns, { ...excludedLineColumns, estimateId: parentReason })

export const exportedPayments = exportTable(
  payments,
  [
    ...(['id', 'invoiceId', 'attemptId', 'amount', 'currency', 'paymentDate', 'paymentMethod', 'provider', 'chargeRef'] as const),
    ...(['stripePaymentIntentId', 'stripeChargeId', 'status', 'refunded', 'dispute', 'notes', 'createdAt'] as const),
  ],
  { userId: ownerReason, seal: checksumReason },
)
export const exportedReturns = exportTable(paymentReturns, ['id', 'day', 'amount', 'createdAt'], {
  userId: ownerReason,
  seal: checksumReason,
  paymentId: parentReason,
})
export const exportedRefunds = exportTable(
  paymentRefunds,
  ['id', 'paymentId', 'amount', 'reason', 'status', 'ref', 'problem', 'createdAt', 'updatedAt'],
  { userId: ownerReason, seal: checksumReason },
)

export const exportedAttempts = exportTable(
  paymentAttempts,
  [
    ...(['id', 'invoiceId', 'provider', 'accountId', 'ref', 'amount', 'currency', 'payee', 'problem', 'found', 'status'] as const),
    ...(['createdAt', 'updatedAt'] as const),
  ],
  {
    userId: ownerReason,
    seal: checksumReason,
    url: "the provider's page, where whoever has the address can pay",
    invoiceVersion: versionReason,
    captureTry: 'counts the calls of a capture',
    askedAt: 'when the server asked last',
  },
  {
    // Stored in cents.
    found: `(select json_agg(f || jsonb_build_object('amount', ((f ->> 'amount')::numeric / 100)::numeric(14,2)::text))
             from jsonb_array_elements(t.found) f)`,
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

const emailColumns = ['id', 'toAddress', 'subject', 'message', 'state', 'reason', 'attempts', 'queuedAt', 'settledAt', 'kind'] as const
export const exportedInvoiceEmails = exportTable(invoiceEmails, [...emailColumns, 'invoiceId', 'paymentId'], { userId: ownerReason })
export const exportedEstimateEmails = exportTable(estimateEmails, [...emailColumns, 'estimateId'], { userId: ownerReason })

export const exportedStatementEmails = exportTable(
  statementEmails,
  ['id', 'customerId', 'fromDay', 'toDay', 'toAddress', 'subject', 'message', 'state', 'reason', 'attempts', 'queuedAt', 'settledAt'],
  { userId: ownerReason },
)

const eventColumns = ['id', 'at', 'kind', 'by', 'changes'] as const
export const exportedInvoiceEvents = exportTable(invoiceEvents, [...eventColumns, 'invoiceId'], { userId: ownerReason })
export const exportedEstimateEvents = exportTable(estimateEvents, [...eventColumns, 'estimateId'], { userId: ownerReason })

export const exportedSecurityEvents = exportTable(securityEvents, ['id', 'at', 'kind', 'address', 'userAgent', 'detail'], {
  userId: ownerReason,
})
export const exportedApiTokens = exportTable(
  apiTokens,
  ['id', 'name', 'lastFour', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt', 'lastUsedFrom', 'revokedAt'],
  { userId: ownerReason, hash: 'made of the token, and keys are in no archive' },
)

/** Tables with rows of a user that are not exported, each with the reason. */
export const excludedTables: Readonly<Record<string, string>> = {
  idempotency_keys: 'answers that wait for a repetition of their request; what was made by it is in the archive',
  public_invoices: 'the address of each invoice is in invoices.json',
  public_estimates: 'the address of each estimate is in estimates.json',
  webhook_endpoints: 'an address that must stay unknown, and the secret that signs what comes there',
  webhook_events: 'notes that a message was handled; what it said of money stands in payments.json',
  search_entries: 'made of the records, for searching',
  search_words: 'made of the records, for searching',
  data_exports: 'how far archives have come',
}
