import { Link, useLocation } from 'wouter'
import { getListPath } from '#shared/paths.ts'
import { cx } from '#web/ui/cx.ts'

const tabs = [
  { path: '/invoices', label: 'Invoices' },
  { path: '/recurring-invoices', label: 'Recurring' },
  { path: '/credit-notes', label: 'Credit notes' },
] as const

/** The three share an entry of the navigation. */
export const InvoiceTabs = () => {
  const [path] = useLocation()
  const current = getListPath(path) ?? path
  return (
    <nav aria-label="Invoices" className="mb-4 print:hidden">
      <ul className="flex gap-x-5 border-line border-b lg:gap-x-6">
        {tabs.map((tab) => (
          <li key={tab.path}>
            <Link
              href={tab.path}
              aria-current={tab.path === current ? 'page' : undefined}
              className={cx(
                '-mb-px flex h-10 items-center whitespace-nowrap border-b-2 font-medium text-sm transition-colors pointer-coarse:h-11 pointer-coarse:min-w-11',
                tab.path === current ? 'border-accent text-accent' : 'border-transparent text-muted hover:border-control hover:text-ink',
              )}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
