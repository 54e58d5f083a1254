import { Bookmark, Check } from 'lucide-react'
import { findPeriod, getPeriods } from '#web/entity/periods.ts'
import type { ListUrl } from '#web/kit/list/use-list.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { getToday } from '#web/lib/format/today.ts'
import { Button } from '#web/ui/button.tsx'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'
import { type SavedView, useSavedViews } from './use-saved-views.ts'

const loadDialog = () => import('./views-dialog.tsx')

/** What a view doesn't mention is removed from the list's URL. */
const cleared = { search: '', status: '', sort: '', from: '', to: '' }

type Props = {
  path: string
  noun: string
  address: ListUrl
}

export const SavedViews = ({ path, noun, address: { search, sort, filter, set } }: Props) => {
  const [views, store] = useSavedViews(path)
  const { show, dialog } = useLazyDialog(loadDialog)
  const period = filter.from ? findPeriod(getToday(), filter) : undefined
  const { from = '', to = '', ...others } = filter
  const current: SavedView['params'] = {
    ...others,
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(period ? {} : { from, to }),
    sort,
  }
  const toUrl = ({ params, period: saved }: SavedView) => ({
    ...cleared,
    ...params,
    ...getPeriods(getToday()).find(({ label }) => label === saved)?.range,
  })
  const isCurrent = (view: SavedView) => {
    const url: Record<string, string> = toUrl(view)
    const now: Record<string, string> = { ...cleared, ...filter, search: search.trim(), sort }
    return Object.keys(cleared).every((name) => url[name] === now[name])
  }
  return (
    <>
      <LazyMenu
        trigger={
          <Button variant="secondary" aria-label="Saved views" title={`Saved views of ${noun}s`}>
            <Bookmark aria-hidden /> <span className="@max-4xl:sr-only">Views</span>
          </Button>
        }
      >
        {({ MenuItem, MenuLabel, MenuSeparator }) => (
          <>
            {views.length === 0 && (
              <MenuLabel>
                <span className="text-muted">Save search, status, period and order under a name.</span>
              </MenuLabel>
            )}
            {views.map((view) => (
              <MenuItem
                key={view.name}
                icon={<Check className={isCurrent(view) ? undefined : 'invisible'} aria-hidden />}
                onSelect={() => set(toUrl(view))}
              >
                <span className="min-w-0 [overflow-wrap:anywhere]">{view.name}</span>
              </MenuItem>
            ))}
            <MenuSeparator />
            <MenuItem onSelect={() => void show({ views, store, added: { name: '', params: current, ...(period ? { period } : {}) } })}>
              Save view…
            </MenuItem>
            {views.length > 0 && <MenuItem onSelect={() => void show({ views, store })}>Rename or delete…</MenuItem>}
          </>
        )}
      </LazyMenu>
      {dialog}
    </>
  )
}
