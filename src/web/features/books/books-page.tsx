import { ChevronDown } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { type BooksTab, booksTabs, findBooksTab, getLedgerAccount } from '#shared/books-paths.ts'
import { trimTrailingSlash } from '#shared/paths.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { cx } from '#web/ui/cx.ts'
import { AccountsTab } from './accounts/accounts-tab.tsx'
import { LedgerAccount } from './accounts/ledger-account.tsx'
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
      <BooksTabs current={tab} />
      {account === undefined ? <Tab /> : <LedgerAccount key={account} number={account} />}
    </div>
  )
}

type Props = { current: BooksTab }

const BooksTabs = ({ current }: Props) => {
  const isWide = useMediaQuery('(min-width: 48rem)')
  return (
    <nav aria-label="Books" className="print:hidden">
      {isWide ? <TabRow current={current} /> : <TabList current={current} />}
    </nav>
  )
}

const TabRow = ({ current }: Props) => (
  <ul className="flex gap-x-5 border-line border-b lg:gap-x-6">
    {booksTabs.map((tab) => (
      <li key={tab.path}>
        <Link
          href={tab.path}
          aria-current={tab === current ? 'page' : undefined}
          className={cx(
            '-mb-px flex h-10 items-center whitespace-nowrap border-b-2 font-medium text-sm transition-colors pointer-coarse:h-11 pointer-coarse:min-w-11',
            tab === current ? 'border-accent text-accent' : 'border-transparent text-muted hover:border-control hover:text-ink',
          )}
        >
          {tab.label}
        </Link>
      </li>
    ))}
  </ul>
)

const TabList = ({ current }: Props) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group rounded-lg border border-line bg-surface text-sm"
    >
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 px-4 font-medium [&::-webkit-details-marker]:hidden">
        {current.label}
        <ChevronDown className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180" aria-hidden />
      </summary>
      <ul className="grid grid-cols-2 border-line border-t px-2 py-1">
        {booksTabs.map((tab) => (
          <li key={tab.path}>
            <Link
              href={tab.path}
              aria-current={tab === current ? 'page' : undefined}
              onClick={() => setOpen(false)}
              className={cx(
                'flex min-h-9 items-center rounded-md px-2 pointer-coarse:min-h-11',
                tab === current ? 'font-semibold text-accent' : 'text-muted hover:text-ink',
              )}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
