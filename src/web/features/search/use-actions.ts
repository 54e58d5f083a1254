import { ArrowRight, BookOpen, Keyboard, Plus, Repeat, SunMoon } from 'lucide-react'
import { use } from 'react'
import { useLocation } from 'wouter'
import { recurringInvoicesPath } from '#shared/paths.ts'
import { type DocumentKind, getRecordKind, type RecordType, recordInfo, recordTypeNames } from '#shared/record-types.ts'
import { useRepeat } from '#web/documents/form/repeat.ts'
import { NewDocumentContext } from '#web/lib/dialogs/new-document.ts'
import { useShortcutsHelp } from '#web/lib/dialogs/shortcuts-help.ts'
import { setTheme, useIsDark } from '#web/lib/theme/theme.ts'
import type { Action, SearchablePage } from './match-actions.ts'
import { pageWords, places } from './places.ts'

/** `create` is offered at once, `pages` when typed. */
export const useActions = (pages: readonly SearchablePage[]): { create: Action[]; pages: Action[] } => {
  const [path, navigate] = useLocation()
  const openNew = use(NewDocumentContext)
  const openRepeat = useRepeat()
  const openShortcuts = useShortcutsHelp()
  const isDark = useIsDark()
  // N creates what the page shows.
  const isOnRecurring = path.startsWith(recurringInvoicesPath)
  const listed = recordTypeNames.find((name) => recordInfo[name].document && path.startsWith(`/${name}`)) ?? 'invoices'
  const keywords = 'add create'
  const own: Partial<Record<RecordType, Partial<Action>>> = {
    estimates: { keywords: `${keywords} quote` },
    expenses: { label: 'Record expense' },
  }
  const create = recordTypeNames.map((name): Action => {
    const [kind, { document }] = [getRecordKind(name), recordInfo[name]]
    return {
      label: `New ${document?.noun ?? kind}`,
      keywords: `${keywords} new`,
      icon: Plus,
      keys: name === listed && !isOnRecurring ? 'N' : undefined,
      run: () => (document ? openNew(kind as DocumentKind, {}) : navigate(`/${name}?open=new`)),
      ...own[name],
    }
  })
  const repeat: Action = {
    label: 'New recurring invoice',
    keywords: `${keywords} repeat schedule subscription retainer`,
    icon: Repeat,
    keys: isOnRecurring ? 'N' : undefined,
    run: openRepeat,
  }
  return {
    create: [...create, repeat],
    pages: [
      ...pages.map(
        ({ path, title, icon = path.startsWith('/books') ? BookOpen : ArrowRight }): Action => ({
          label: `Go to ${title}`,
          keywords: `open ${pageWords[path] ?? ''}`,
          icon,
          run: () => navigate(path),
        }),
      ),
      ...places.map(
        ({ label, path, words }): Action => ({
          label: `Go to ${label}`,
          keywords: `open ${words}`,
          icon: ArrowRight,
          run: () => navigate(path),
        }),
      ),
      {
        label: isDark ? 'Switch to light theme' : 'Switch to dark theme',
        keywords: 'appearance mode',
        icon: SunMoon,
        run: () => setTheme(isDark ? 'light' : 'dark'),
      },
      { label: 'Keyboard shortcuts', keywords: 'help keys', icon: Keyboard, keys: '?', run: openShortcuts },
    ],
  }
}
