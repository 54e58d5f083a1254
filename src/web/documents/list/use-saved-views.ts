import { useState } from 'react'
import { getKnownUser } from '#web/lib/session/current-user.ts'

/** A named period is stored by its name, so that 'This month' stays the current month. */
export type SavedView = { name: string; params: Readonly<Record<string, string>>; period?: string }

const isView = (view: unknown): view is SavedView =>
  typeof view === 'object' &&
  view !== null &&
  'name' in view &&
  typeof view.name === 'string' &&
  'params' in view &&
  typeof view.params === 'object' &&
  view.params !== null &&
  Object.values(view.params).every((value) => typeof value === 'string')

/** Storage may be full, blocked or corrupt: then there are none. */
export const useSavedViews = (path: string) => {
  const key = `billfold.views.${getKnownUser()?.id}.${path}`
  const [views, setViews] = useState<readonly SavedView[]>(() => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
      return Array.isArray(stored) ? stored.filter(isView) : []
    } catch {
      return []
    }
  })
  const store = (next: readonly SavedView[]) => {
    setViews(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // They last until the page is closed.
    }
  }
  return [views, store] as const
}
