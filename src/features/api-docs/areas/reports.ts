import { csvMediaTypes, describeCalls, noPlan } from '#kit/server/docs.ts'
import { manualEntriesApi, manualEntry } from '#modules/manual-entries/contract.ts'
import type { AreaDocs } from '#server/platform/http/area-docs.ts'
import { authApi } from '#shared/contract/auth.ts'
import { bankAccounts, bankAccountsApi } from '#shared/contract/bank-accounts.ts'
import {
  accountBalances,
  bookClosing,
  bookClosings,
  booksApi,
  booksHealth,
  closingPreview,
  journalEntry,
  ledgerAccount,
  openingBalance,
  openingBalanceInput,
} from '#shared/contract/books.ts'
import { businessProfile, businessProfileApi } from '#shared/contract/business-profile.ts'
import { dashboard, dashboardApi } from '#shared/contract/dashboard.ts'
import { importsApi } from '#shared/contract/imports.ts'
import { figureDocuments, figureRef, report, reportSummary, reportsApi, statementEmail } from '#shared/contract/reports.ts'
import { searchApi, searchHit, searchReply } from '#shared/contract/search.ts'
import { statementRun, statementSchedule, statementScheduleApi } from '#shared/contract/statement-schedule.ts'

export const reportDocs: AreaDocs = {
  area: 'Reports',
  description: 'Every figure is a sum of documents: dashboard, reports and books agree to the cent.',
  operations: [
    ...describeCalls(dashboardApi, {
      read: {
        title: 'Read the dashboard',
        description:
          'Returns the four figures of the dashboard with their comparisons, what needs attention, overdue invoices, and recent activity.',
      },
    }),
    ...describeCalls(reportsApi, {
      read: {
        referencesRecords: true,
        title: 'Read a report',
        description:
          'Returns one report for a range of days, as the figures and the table that the Reports page shows. `customerId` goes with statements only, `basis` with Profit & Loss and the sales tax summary.',
      },
      summary: {
        title: 'Read the report summary',
        description: 'Returns the four figures above a report, for a range of days and for the range before it.',
      },
      documents: {
        referencesRecords: true,
        title: 'Open a figure',
        description: 'Returns the documents that a figure is the sum of. Send the `figure` of a report’s cell.',
      },
      export: {
        referencesRecords: true,
        title: 'Export a report',
        description: 'Returns a report as a CSV file with every row, or as a PDF.',
        mediaTypes: [...csvMediaTypes, 'application/pdf'],
        rendersPdf: true,
      },
      statementEmails: {
        referencesRecords: true,
        title: 'List statement emails',
        description: 'Returns the statements that were emailed to a customer, newest first.',
      },
    }),
    ...describeCalls(statementScheduleApi, {
      read: {
        title: 'Read the schedule of monthly statements',
        description:
          'Returns whether and when the statements of the month before are emailed to your customers, and when the next ones are.',
      },
      runs: {
        title: 'List monthly statements',
        description:
          'Returns the latest 24 months, newest first: how many customers got their statement, and who was skipped and why (the first 100 of them).',
      },
    }),
    ...describeCalls(booksApi, {
      journal: {
        title: 'Export the journal',
        description:
          'Returns the double-entry journal as it was posted, of all time or of a range of days: for hledger, as CSV, or with the columns that accounting programs import.',
        mediaTypes: ['text/plain', 'text/csv'],
      },
      health: {
        title: 'Check the books',
        description: 'Recomputes every total, balance, journal entry and report figure, and lists discrepancies.',
      },
      entries: {
        title: 'List journal entries',
        description:
          'Returns the entries of the journal, newest first, with their postings. Entries never change: a correction is a reversal and a new entry.',
      },
      entry: { title: 'Read a journal entry', description: 'Returns the entry with this number.' },
      account: {
        title: 'Read a ledger account',
        description:
          'Returns the entries of an account of the chart, such as 1200 (Accounts Receivable), oldest first, with the running balance.',
      },
      balances: {
        title: 'Read the balances of all accounts',
        description: 'Returns the trial balance at the end of a day: debits and credits are equal.',
      },
      closings: {
        title: 'List closings',
        description: 'Returns the last closed day, and all closings, newest first. Nothing dated up to that day can be changed.',
      },
      closingPreview: {
        title: 'Preview a closing',
        description: 'Returns what to look at before the books are closed through a day: drafts dated inside, and payments under review.',
      },
      openingBalances: {
        title: 'List opening balances',
        description:
          'Returns what customers owed when the business moved in, and credit that they had, newest first. Each is an invoice or a credit note that is no sale.',
      },
      createOpeningBalance: {
        referencesRecords: true,
        title: 'Enter an opening balance',
        description:
          'Creates an open invoice for what a customer owed when the business moved in, or with a negative amount a credit note for the credit that they had. The same twice is refused (409). It doesn’t count as one of the free invoices until its line, notes or terms are edited.',
        forbidden: noPlan,
      },
    }),
    ...describeCalls(manualEntriesApi, {
      unassigned: {
        title: 'List unassigned money',
        description: 'Returns the money that came and is no payment yet, oldest first, at most 100 entries.',
      },
    }),
    ...describeCalls(importsApi, {
      openingBalances: {
        title: 'Import opening balances',
        description: 'Creates opening balances from rows with the names of customers: all rows, or none when one of them has a problem.',
        forbidden: noPlan,
      },
    }),
    ...describeCalls(searchApi, {
      find: {
        title: 'Search everything',
        description: 'Returns the best matches among invoices, estimates, customers, items and expenses, at most five of each.',
      },
    }),
  ],
  schemas: {
    ...{ dashboard, report, reportSummary, figureRef, figureDocuments, statementEmail, statementSchedule, statementRun, searchHit },
    ...{ searchResult: searchReply, booksHealth, journalEntry, ledgerAccount, accountBalances, bookClosing, bookClosings, closingPreview },
    ...{ openingBalance, openingBalanceInput, manualEntry },
  },
  examples: {
    StatementSchedule: { isOn: false, dayOfMonth: 1, time: '08:00', timeZone: 'UTC', sendsTo: 'balance', next: null },
    OpeningBalanceInput: { customerId: 1, amount: '480.00', day: '2026-01-01', dueDate: '2025-12-15', reference: '2025-117' },
  },
}

export const profileDocs: AreaDocs = {
  area: 'Business profile',
  description: 'Your business as shown on documents, and their design. Tokens can read it; changes require a signed-in user.',
  operations: [
    ...describeCalls(businessProfileApi, {
      read: { title: 'Read the business profile', description: 'Returns the profile, or null until there is one.' },
      history: {
        title: 'Read the business profile’s history',
        description:
          'Returns the changes of the profile, the newest 200 of them, newest first. Secret keys are named without their values.',
      },
      logoFile: {
        title: 'Download a logo',
        description: 'Returns the image at the profile’s `logoUrl`.',
        mediaTypes: ['image/png', 'image/jpeg', 'image/webp'],
      },
    }),
    ...describeCalls(bankAccountsApi, {
      read: { title: 'Read the bank accounts', description: 'Returns the accounts that invoices ask customers to pay to by transfer.' },
    }),
    ...describeCalls(authApi, {
      status: {
        title: 'Read the plan',
        description: 'Returns your plan, and how many of the free invoices are used.',
      },
    }),
  ],
  schemas: { businessProfile, bankAccounts, planStatus: authApi.status.reply },
}
