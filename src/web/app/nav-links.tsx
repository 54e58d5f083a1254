import { Menu as MenuIcon } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { cx } from '#web/ui/cx.ts'
import { findPage, getNavPages } from './routes.tsx'

export const NavLinks = ({ user, onNavigate }: { user: CurrentUser; onNavigate?: () => void }) => {
  const [path] = useLocation()
  const current = findPage(path)
  return (
    <nav aria-label="Main" className="flex-1 overflow-y-auto overscroll-contain px-3 short:flex-none short:overflow-visible py-2">
      <ul className="grid gap-0.5">
        {getNavPages(user).map((page) => {
          const { label, icon: Icon } = page.nav
          const isCurrent = page === current || current?.reachedFrom === page.path
          return (
            <li key={page.path}>
              <Link
                href={page.path}
                aria-current={isCurrent ? (page === current ? 'page' : 'true') : undefined}
                onClick={onNavigate}
                onPointerEnter={() => void page.load().catch(() => {})}
                className={cx(
                  'flex h-10 items-center gap-3 rounded-md px-3 text-sm transition-colors pointer-coarse:h-11',
                  isCurrent ? 'bg-accent-soft font-semibold text-accent' : 'font-medium text-muted hover:bg-sunken hover:text-ink',
                )}
              >
                <Icon className="size-4.5 shrink-0" aria-hidden />
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const entryClass =
  'flex h-full w-full flex-col items-center justify-center gap-1 text-xs font-medium short:flex-row short:gap-2 [&_svg]:size-5'

const barPaths = ['/', '/invoices', '/customers']

export const BottomBar = ({ user, openMenu }: { user: CurrentUser; openMenu: () => void }) => {
  const [path] = useLocation()
  const current = findPage(path)
  return (
    <nav
      aria-label="Quick"
      className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-surface pr-(--safe-right) pb-(--safe-bottom) pl-(--safe-left) typing:hidden lg:hidden"
    >
      <ul className="mx-auto grid h-16 max-w-xl short:h-12 grid-cols-4">
        {getNavPages(user)
          .filter(({ path }) => barPaths.includes(path))
          .map((page) => (
            <li key={page.path}>
              <Link
                href={page.path}
                aria-current={page === current ? 'page' : undefined}
                className={cx(entryClass, page === current ? 'text-accent' : 'text-muted')}
              >
                <page.nav.icon aria-hidden />
                {page.nav.label}
              </Link>
            </li>
          ))}
        <li>
          <button type="button" onClick={openMenu} aria-haspopup="dialog" className={cx(entryClass, 'text-muted')}>
            <MenuIcon aria-hidden />
            Menu
          </button>
        </li>
      </ul>
    </nav>
  )
}
