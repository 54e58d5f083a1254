import { ArrowLeft } from 'lucide-react'
import type { ComponentType } from 'react'
import { Link, useLocation } from 'wouter'
import { type BooksTab, booksTabs, findBooksTab, getLedgerAccount } from '#shared/books-paths.ts'
import { trimTrailingSlash } from '#shared/paths.ts'
import { AccountsTab } from './accounts/accounts-tab.tsx'
import { LedgerAccount } from './accounts/ledger-account.tsx'
import { BooksTabs } from './books-tabs.tsx'
import { CloseTab } from './closing/close-tab.tsx'
import { ExportSection } from './export/export-section.tsx'
import { IntegritySection } from './health/integrity-section.tsx'
import { JournalTab } from './journal/journal-tab.tsx'
import { OpeningTab } from './opening/opening-tab.tsx'
import { BalanceSheetTab } from './statements/balance-sheet-tab.tsx'
import { TrialBalanceTab } from './statements/trial-balance-tab.tsx'

const tabs: Record<BooksTab['path'], ComponentType> = {
  '/books': JournalTab,
  '/books/accounts': AccountsTab,
  '/books/trial-balance': TrialBalanceTab,
  '/books/balance-sheet': BalanceSheetTab,
  '/books/close': CloseTab,
  '/books/opening-balances': OpeningTab,
  '/books/health': IntegritySection,
  '/books/export': ExportSection,
}

export default function BooksPage() {
  const path = trimTrailingSlash(useLocation()[0])
  const tab = findBooksTab(path) ?? booksTabs[0]
  const account = getLedgerAccount(path)
  const Tab = tabs[tab.path]
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-5">
      <div className="grid grid-cols-1 gap-2 sm:gap-3">
        <Link
          href="/reports"
          className="inline-flex min-h-6 items-center gap-1.5 justify-self-start text-muted text-sm underline-offset-2 hover:text-ink hover:underline pointer-coarse:-my-2.5 pointer-coarse:min-h-11 print:hidden"
        >
          <ArrowLeft className="size-4" aria-hidden /> Reports
        </Link>
        <BooksTabs current={tab} />
      </div>
      {account === undefined ? <Tab /> : <LedgerAccount key={account} number={account} />}
    </div>
  )
}
