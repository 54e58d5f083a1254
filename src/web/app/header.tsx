import { CircleHelp, CircleUser, CloudOff, EllipsisVertical, LogOut, Monitor, Moon, Plus, Sun } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { formatDay, today } from '#shared/dates.ts'
import { initials } from '#shared/user-names.ts'
import { SearchBox } from '#web/features/search/search-box.tsx'
import { useConnection } from '#web/lib/api/connection.ts'
import { useNewDocument } from '#web/lib/dialogs/new-document.ts'
import { getTimeZone } from '#web/lib/format/today.ts'
import { setTheme, useTheme } from '#web/lib/theme/theme.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'
import { SessionEndedBanner, useJustEnded } from '#web/ui/session-ended-banner.tsx'
import { signOut } from './auth/sign-out.ts'
import { accountPage, documentScreens, type findPage, getHeading, getSearchablePages, getTabs, headerMenu, helpPage } from './routes.tsx'

const fullName = ({ firstName, lastName }: CurrentUser) => [firstName, lastName].filter(Boolean).join(' ') || 'User'

type Props = {
  user: CurrentUser
  page: NonNullable<ReturnType<typeof findPage>> | { title: string }
}

/** The names of the pages that share an entry of the navigation; or that of the only one. */
const Title = ({ page }: Pick<Props, 'page'>) => {
  const tabs = 'path' in page ? getTabs(page) : []
  const subtitle = 'path' in page && page.subtitle
  return (
    <div className="min-w-0 flex-1">
      <h1
        className={tabs.length > 0 ? 'sr-only' : cx('truncate font-semibold text-lg tracking-tight', subtitle ? 'leading-6' : 'lg:text-xl')}
      >
        {getHeading(page) ?? (
          <>
            <span className="lg:hidden">Invoice App</span>
            <span className="hidden lg:inline">Dashboard</span>
          </>
        )}
      </h1>
      {subtitle && <p className="truncate text-muted text-xs">{subtitle}</p>}
      {tabs.length > 0 && (
        <nav aria-label={tabs[0]!.title} className="overflow-x-auto [scrollbar-width:none]">
          <ul className="flex gap-x-3.5 sm:gap-x-5">
            {tabs.map((tab) => (
              <li key={tab.path}>
                <Link
                  href={tab.path}
                  aria-current={tab === page ? 'page' : undefined}
                  className={cx(
                    'flex h-14 min-w-11 items-center justify-center whitespace-nowrap text-sm tracking-tight transition-colors focus-visible:-outline-offset-2 sm:text-lg',
                    tab === page ? 'font-semibold shadow-[inset_0_-2px_var(--accent)]' : 'font-medium text-muted hover:text-ink',
                  )}
                >
                  {tab.tab ?? tab.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

export const Header = ({ user, page }: Props) => {
  const isQuiet = 'hasPrimaryAction' in page
  const openCreateInvoice = useNewDocument('invoice')
  return (
    <header className="tiny:static sticky top-0 z-10 border-line border-b bg-surface pt-(--safe-top)">
      <div className="mx-auto flex h-14 max-w-7xl items-center gap-3 pr-[max(0.5rem,var(--safe-right))] pl-[max(1rem,var(--safe-left))] sm:pr-[max(1.5rem,var(--safe-right))] sm:pl-[max(1.5rem,var(--safe-left))]">
        <Title page={page} />
        <SearchBox pages={getSearchablePages(user)} />
        <div className="hidden items-center gap-3 lg:flex">
          <Button
            variant={isQuiet ? 'secondary' : 'primary'}
            onClick={() => openCreateInvoice()}
            onPointerEnter={() => void documentScreens.invoice.create().catch(() => {})}
          >
            <Plus aria-hidden /> New Invoice
          </Button>
          <AccountMenu user={user} />
        </div>
        <div className="-ml-2 lg:hidden">
          <PhoneMenu />
        </div>
      </div>
      <SessionEndedBanner className="mx-auto max-w-7xl" />
      <OfflineBanner />
    </header>
  )
}

const themeOptions = [
  { value: 'system', label: 'Same as the system', icon: <Monitor aria-hidden /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
] as const

const AccountMenu = ({ user }: { user: CurrentUser }) => {
  const theme = useTheme()
  const [, navigate] = useLocation()
  return (
    <LazyMenu
      trigger={
        <button type="button" aria-label={`Account ${initials(user)}`} className="rounded-full">
          <Avatar user={user} />
        </button>
      }
    >
      {({ MenuChoice, MenuItem, MenuLabel, MenuSeparator }) => (
        <>
          <MenuLabel>
            <span className="block truncate font-medium" title={fullName(user)}>
              {fullName(user)}
            </span>
            {user.email && (
              <span className="block truncate text-muted" title={user.email}>
                {user.email}
              </span>
            )}
          </MenuLabel>
          <MenuSeparator />
          <MenuItem onSelect={() => navigate(accountPage.path)} icon={<CircleUser aria-hidden />}>
            {accountPage.title}
          </MenuItem>
          <MenuItem onSelect={() => navigate(helpPage.path)} icon={<CircleHelp aria-hidden />}>
            {helpPage.title}
          </MenuItem>
          <MenuChoice legend="Theme" options={themeOptions} value={theme} onChange={setTheme} />
          <MenuSeparator />
          <MenuItem onSelect={() => void signOut()} icon={<LogOut aria-hidden />}>
            Log out
          </MenuItem>
        </>
      )}
    </LazyMenu>
  )
}

const PhoneMenu = () => {
  const theme = useTheme()
  const [, navigate] = useLocation()
  return (
    <LazyMenu
      trigger={
        <Button variant="ghost" size="icon" aria-label="More">
          <EllipsisVertical aria-hidden />
        </Button>
      }
    >
      {({ MenuChoice, MenuItem, MenuSeparator }) => (
        <>
          {headerMenu.map(({ path, label, icon: Icon }) => (
            <MenuItem key={path} onSelect={() => navigate(path)} icon={<Icon aria-hidden />}>
              {label}
            </MenuItem>
          ))}
          <MenuItem onSelect={() => navigate(accountPage.path)} icon={<CircleUser aria-hidden />}>
            {accountPage.title}
          </MenuItem>
          <MenuItem onSelect={() => navigate(helpPage.path)} icon={<CircleHelp aria-hidden />}>
            {helpPage.title}
          </MenuItem>
          <MenuChoice legend="Theme" options={themeOptions} value={theme} onChange={setTheme} />
          <MenuSeparator />
          <MenuItem onSelect={() => void signOut()} icon={<LogOut aria-hidden />}>
            Logout
          </MenuItem>
        </>
      )}
    </LazyMenu>
  )
}

/** 'at 14:05', or on another day 'on Jan 05, 2026 at 14:05'. */
const formatTime = (at: Date): string => {
  const timeZone = getTimeZone()
  const time = `at ${at.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit', timeZone })}`
  const day = today(at, timeZone)
  return day === today(new Date(), timeZone) ? time : `on ${formatDay(day)} ${time}`
}

const OfflineBanner = () => {
  const { isLost, cachedAt } = useConnection()
  const isBack = useJustEnded(isLost)
  return (
    <div role="status">
      {isLost ? (
        <div className="border-line border-t bg-sunken text-muted">
          <p className="mx-auto flex max-w-7xl items-start gap-2.5 px-4 py-2 text-[0.8125rem] leading-5 sm:px-6">
            <CloudOff className="mt-0.5 size-4 shrink-0" aria-hidden />
            <span className="text-pretty">
              <span className="font-medium text-ink">No connection.</span> Changes are kept and sent when you are back.
              {cachedAt && ` Last updated ${formatTime(cachedAt)}.`}
            </span>
          </p>
        </div>
      ) : (
        isBack && <span className="sr-only">The connection is back.</span>
      )}
    </div>
  )
}
