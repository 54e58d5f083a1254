import { AsyncLocalStorage } from 'node:async_hooks'
import type { ChangeTopic } from '#shared/server-events.ts'

export type WriteCheck = (topics: ReadonlySet<ChangeTopic | 'sessions'>) => void

const current = new AsyncLocalStorage<WriteCheck | null>()

/** Null allows all. */
export const runWithWriteCheck = <T>(check: WriteCheck | null, work: () => T): T => current.run(check, work)

export const getWriteCheck = (): WriteCheck | null => current.getStore() ?? null

/** Refuses what couldn't be committed already before it acts outside of the database. */
export const requireWriteAccess = (topic: ChangeTopic): void => getWriteCheck()?.(new Set([topic]))
