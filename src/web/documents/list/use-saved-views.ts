import { useState } from 'react'
import { getKnownUser } from '#web/lib/session/current-user.ts'
import { readStored, store } from '#web/lib/stored.ts'

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

export const useSavedViews = (path: string) => {
  const key = `billfold.views.${getKnownUser()?.id}.${path}`
  const [views, setViews] = useState<readonly SavedView[]>(() => {
    const stored = readStored(key)
    return Array.isArray(stored) ? stored.filter(isView) : []
  })
  const storeViews = (next: readonly SavedView[]) => {
    setViews(next)
    store(key, next)
  }
  return [views, storeViews] as const
}
