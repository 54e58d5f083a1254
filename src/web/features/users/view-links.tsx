import { Link } from 'wouter'
import { cx } from '#web/ui/cx.ts'

const views = [
  { href: '/users', words: 'All users', isLog: false },
  { href: '/users?view=audit-log', words: 'Audit log', isLog: true },
] as const

/** From the users to what was looked at, and back. */
export const ViewLinks = ({ isLog }: { isLog: boolean }) => (
  <nav aria-label="Views" className="mb-4 sm:mb-6">
    <ul className="inline-flex gap-1 rounded-lg bg-sunken p-1">
      {views.map((view) => (
        <li key={view.href}>
          <Link
            href={view.href}
            aria-current={view.isLog === isLog ? 'page' : undefined}
            className={cx(
              'inline-flex h-8 items-center rounded-md px-3.5 font-medium text-sm transition-colors pointer-coarse:h-11',
              view.isLog === isLog ? 'bg-surface text-ink shadow-sm dark:bg-line' : 'text-muted hover:text-ink',
            )}
          >
            {view.words}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
