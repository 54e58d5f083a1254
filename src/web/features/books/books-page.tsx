import type { ComponentType } from 'react'
import { useLocation } from 'wouter'
import { type BooksTab, booksTabs, findBooksTab, getLedgerAccount } from '#shared/books-paths.ts'
import { trimTrailingSlash } from '#shared/paths.ts'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { AccountsTab } from './accounts/accounts-tab.tsx'
import { LedgerAccount } from './accounts/ledger-account.tsx'
import { CloseTab } from './closing/close-tab.tsx'
import { ExportSection } from './export/export-section.tsx'
import { IntegritySection } from './health/integrity-section.tsx'
import { JournalTab } from './journal/journal-tab.tsx'
import { OpeningTab } from './opening/opening-tab.tsx'
import { BalanceSheetTab } from './statements/balance-sheet-tab.tsx'
import { TrialBalanceTab } from './statements/trial-balance-tab.tsx'

/** Pages with the same tab share it. */
const pages: Record<BooksTab['path'], { tab: string; Page: ComponentType }> = {
  '/books': { tab: 'Journal', Page: JournalTab },
  '/books/accounts': { tab: 'Accounts', Page: AccountsTab },
  '/books/trial-balance': { tab: 'Statements', Page: TrialBalanceTab },
  '/books/balance-sheet': { tab: 'Statements', Page: BalanceSheetTab },
  '/books/close': { tab: 'Closing', Page: CloseTab },
  '/books/opening-balances': { tab: 'Closing', Page: OpeningTab },
  '/books/health': { tab: 'Check & export', Page: IntegritySection },
  '/books/export': { tab: 'Check & export', Page: ExportSection },
}
const tabs = booksTabs.map(({ path }) => ({ path, label: pages[path].tab })).filter(({ label }, i, all) => label !== all[i - 1]?.label)

export default function BooksPage() {
  const path = trimTrailingSlash(useLocation()[0])
  const current = (findBooksTab(path) ?? booksTabs[0]).path
  const account = getLedgerAccount(path)
  const { tab, Page } = pages[current]
  const parts = booksTabs.filter((one) => pages[one.path].tab === tab)
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-5">
      <div className="grid grid-cols-1 gap-2">
        <TabLinks label="Books" tabs={tabs} current={parts[0]!.path} look="page" />
        {parts.length > 1 && <TabLinks label={tab} tabs={parts} current={current} look="parts" />}
      </div>
      {account === undefined ? <Page /> : <LedgerAccount key={account} number={account} />}
    </div>
  )
}
