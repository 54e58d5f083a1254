import { CircleAlert } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useCallback, useEffect, useSyncExternalStore } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { trimTrailingSlash } from '#shared/paths.ts'
import { type DocumentKind, documentKinds } from '#shared/record-types.ts'
import { RepeatContext, type RepeatStart } from '#web/documents/form/repeat.ts'
import { watchConnection } from '#web/lib/api/connection.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { type NewDocument, NewDocumentContext } from '#web/lib/dialogs/new-document.ts'
import { ShortcutsHelpContext } from '#web/lib/dialogs/shortcuts-help.ts'
import { ShowDialogContext, useLazyDialogs } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { startEventStream } from '#web/lib/events/event-stream.ts'
import { formatInstantDay } from '#web/lib/format/instant.ts'
import { keepFocus } from '#web/lib/keep-focus.ts'
import { refetchOnReconnect } from '#web/lib/offline/refetch-on-reconnect.ts'
import type { Confirm } from '#web/lib/offline/register-service-worker.ts'
import { resumeAfterSignIn } from '#web/lib/session/current-user.ts'
import { followOtherTabs } from '#web/lib/theme/theme.ts'
import { useShortcuts } from '#web/lib/use-shortcuts.ts'
import { watchVirtualKeyboard } from '#web/lib/virtual-keyboard.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { Brand } from '#web/ui/brand.tsx'
import { confirmDiscard, type Question, questionStore } from '#web/ui/confirm.ts'
import { AccountFooter } from './account-footer.tsx'
import { Header } from './header.tsx'
import { LazyToaster, preloadToaster } from './lazy-toaster.tsx'
import { BottomBar, NavLinks } from './nav-links.tsx'
import { PageFrame } from './page-frame.tsx'
import {
  designPage,
  documentScreens,
  findPage,
  findRecordPage,
  findTitle,
  loadRecurringInvoice,
  loadShortcutsHelp,
  notFound,
  recurringInvoicesPage,
} from './routes.tsx'
import { PageSkeleton } from './shell-skeleton.tsx'

const PastDueBanner = ({ user: { paymentDueBy } }: { user: CurrentUser }) => {
  const [path] = useLocation()
  // Billing shows the same with a button to pay.
  if (!paymentDueBy || trimTrailingSlash(path) === '/billing') return null
  return (
    <aside aria-label="Payment due" className="border-danger/30 border-b bg-danger-soft text-danger">
      <p className="mx-auto flex max-w-7xl items-start gap-2.5 px-4 py-2.5 text-sm sm:px-6">
        <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        <span>
          Your last payment failed. Your plan continues until {formatInstantDay(paymentDueBy)}.{' '}
          <Link href="/billing" className="whitespace-nowrap font-semibold underline underline-offset-2">
            Go to Billing
          </Link>
        </span>
      </p>
    </aside>
  )
}

/** For the home-screen shortcut. The parameter is removed so that a reload doesn't open the dialog again. */
const useOpenInvoiceParam = (path: string, open: (type: 'invoice') => Promise<void>): void => {
  const [params, setParams] = useSearchParams()
  const isRequested = path === '/invoices' && params.get('open') === 'new'
  useEffect(() => {
    if (!isRequested) return
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete('open')
        return next
      },
      { replace: true },
    )
    void open('invoice')
  }, [isRequested, open, setParams])
}

/** Used when our own dialog can't be loaded. */
const BrowserConfirm = ({ question: { open, text, answer, finish } }: { question: Question }) => {
  useEffect(() => {
    if (!open) return
    answer(window.confirm(text))
    finish()
  }, [open, text, answer, finish])
  return null
}

const ConfirmDialog = lazy<ComponentType<{ question: Question }>>(() =>
  import('#web/ui/confirm-dialog.tsx').then(
    (part) => ({ default: part.ConfirmDialog }),
    () => ({ default: BrowserConfirm }),
  ),
)

const LazyConfirmDialog = () => {
  const question = useSyncExternalStore(questionStore.subscribe, questionStore.read)
  return (
    question && (
      <Suspense fallback={null}>
        <ConfirmDialog question={question} />
      </Suspense>
    )
  )
}

const Sidebar = ({ user }: { user: CurrentUser }) => (
  <aside className="fixed inset-y-0 left-0 z-20 hidden w-60 flex-col border-line border-r bg-surface lg:flex short:overflow-y-auto">
    <div className="flex h-14 shrink-0 items-center px-5">
      <Link href="/" className="flex rounded-md">
        <Brand />
      </Link>
    </div>
    <NavLinks user={user} />
    <AccountFooter user={user} />
  </aside>
)

let hasStarted = false

const startOffline = async (confirmed: Confirm): Promise<void> => {
  if (hasStarted || !('serviceWorker' in navigator)) return
  hasStarted = true
  await whenIdle()
  try {
    const { registerServiceWorker } = await import('#web/lib/offline/register-service-worker.ts')
    await registerServiceWorker(confirmed)
    const { precacheForms } = await import('#web/lib/offline/precache-forms.ts')
    await precacheForms()
  } catch {
    // Blocked by the browser, or no network: the next visit tries again.
  }
}

const regions = 'form, [role=dialog]'
const primary = 'button[data-primary]:enabled'

const findPrimaryButton = (from: Element): HTMLElement | undefined => {
  for (let region = from.closest(regions); region; region = region.parentElement?.closest(regions) ?? null) {
    const button = [...region.querySelectorAll<HTMLElement>(primary)].findLast((each) => each.checkVisibility())
    if (button) return button
  }
  return undefined
}

/** Ctrl+Enter, or Cmd+Enter on a Mac. */
const enableSubmitShortcut = (): void =>
  window.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented || event.isComposing || event.repeat) return
    // A focused button or link is pressed itself.
    if (!(event.target instanceof Element) || event.target.closest('button, a[href], [role=menu]')) return
    const button = findPrimaryButton(event.target)
    if (!button) return
    // The browser would submit a form from its text fields, too.
    event.preventDefault()
    button.click()
  })

const DemoBanner = lazy(async () => ({ default: (await import('./demo-banner.tsx')).DemoBanner }))

const loadDrawer = () => import('./drawer.tsx')

export const Shell = ({ user }: { user: CurrentUser }) => {
  useEffect(() => startEventStream(queryClient), [])
  useEffect(watchConnection, [])
  useEffect(preloadToaster, [])
  useEffect(followOtherTabs, [])
  useEffect(enableSubmitShortcut, [])
  useEffect(watchVirtualKeyboard, [])
  useEffect(keepFocus, [])
  useEffect(() => refetchOnReconnect(queryClient), [])
  useEffect(() => resumeAfterSignIn(queryClient), [])
  useEffect(() => void startOffline(confirmDiscard), [])
  const [path] = useLocation()
  const { show, dialogs } = useLazyDialogs()
  const openNew = useCallback((type: DocumentKind, start: NewDocument = {}) => show(documentScreens[type].create, start), [show])
  useOpenInvoiceParam(path, openNew)
  const openRepeat = useCallback((start: RepeatStart = {}) => show(loadRecurringInvoice, { start }), [show])
  const openHelp = useCallback(() => show(loadShortcutsHelp, {}), [show])
  const found = findPage(path)
  const page = found === designPage && !user.mailbox ? undefined : found
  const listed = documentKinds.find((kind) => page?.path === `/${kind}s`) ?? 'invoice'
  const create = () => (page === recurringInvoicesPage ? openRepeat() : openNew(listed))
  useShortcuts({ n: () => void create(), '[Shift]+?': () => void openHelp() })
  const { Page } = findRecordPage(path) ?? page ?? notFound

  return (
    <ShowDialogContext value={show}>
      <NewDocumentContext value={openNew}>
        <RepeatContext value={openRepeat}>
          <ShortcutsHelpContext value={openHelp}>
            <a
              href="#main"
              className="-translate-y-20 fixed top-2 left-2 z-50 rounded-md bg-accent px-3 py-2 font-medium text-on-accent text-sm focus:translate-y-0"
            >
              Skip to content
            </a>
            <div className="min-h-dvh bg-canvas pb-(--bar) lg:pl-60">
              <Sidebar user={user} />
              <Header user={user} page={page ?? notFound} />
              {user.demoEndsAt && (
                <Suspense fallback={<div className="h-8 bg-warn-soft max-sm:h-14" />}>
                  <DemoBanner endsAt={user.demoEndsAt} />
                </Suspense>
              )}
              <PastDueBanner user={user} />
              <main
                id="main"
                tabIndex={-1}
                className="mx-auto w-full max-w-7xl py-4 pr-[max(1rem,var(--safe-right))] pl-[max(1rem,var(--safe-left))] outline-none sm:py-6 sm:pr-[max(1.5rem,var(--safe-right))] sm:pl-[max(1.5rem,var(--safe-left))]"
              >
                <PageFrame key={findRecordPage(path) ? path : (page?.path ?? path)} title={findTitle(path)} waiting={<PageSkeleton />}>
                  <Page />
                </PageFrame>
              </main>
              <BottomBar user={user} openMenu={() => void show(loadDrawer, { user })} />
            </div>
            {dialogs}
            <LazyConfirmDialog />
            <LazyToaster />
          </ShortcutsHelpContext>
        </RepeatContext>
      </NewDocumentContext>
    </ShowDialogContext>
  )
}
