import { ArrowRight, BookOpen, Keyboard, Plus, Repeat, SunMoon } from 'lucide-react'
import { useLocation } from 'wouter'
import { recurringInvoicesPath } from '#shared/paths.ts'
import { getRecordKind, recordTypeNames } from '#shared/record-types.ts'
import { useRepeat } from '#web/documents/form/repeat.ts'
import { useCreateInvoice } from '#web/lib/dialogs/create-invoice.ts'
import { useNewEstimate } from '#web/lib/dialogs/new-estimate.ts'
import { useShortcutsHelp } from '#web/lib/dialogs/shortcuts-help.ts'
import { setTheme, useIsDark } from '#web/lib/theme/theme.ts'
import type { Action, SearchablePage } from './match-actions.ts'

/** `create` is offered at once, `pages` when typed. */
export const useActions = (pages: readonly SearchablePage[]): { create: Action[]; pages: Action[] } => {
  const [path, navigate] = useLocation()
  const openCreateInvoice = useCreateInvoice()
  const openNewEstimate = useNewEstimate()
  const openRepeat = useRepeat()
  const openShortcuts = useShortcutsHelp()
  const isDark = useIsDark()
  // N creates what the page shows.
  const isOnEstimates = path.startsWith('/estimates')
  const isOnRecurring = path.startsWith(recurringInvoicesPath)
  const keywords = 'add create'
  const own: Partial<Record<(typeof recordTypeNames)[number], Partial<Action>>> = {
    invoices: { keys: isOnEstimates || isOnRecurring ? undefined : 'N', run: () => openCreateInvoice() },
    estimates: { keywords: `${keywords} quote`, keys: isOnEstimates ? 'N' : undefined, run: openNewEstimate },
    expenses: { label: 'Record expense' },
  }
  const create = recordTypeNames.map(
    (name): Action => ({
      label: `New ${getRecordKind(name)}`,
      keywords: `${keywords} new`,
      icon: Plus,
      run: () => navigate(`/${name}?open=new`),
      ...own[name],
    }),
  )
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
          keywords: 'open',
          icon,
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
