import { AsyncLocalStorage } from 'node:async_hooks'
import type { ChangeTopic } from '#shared/server-events.ts'

/** Throws to refuse a transaction that changed data of these topics. */
export type WriteCheck = (topics: ReadonlySet<ChangeTopic | 'sessions'>) => void

const current = new AsyncLocalStorage<WriteCheck | null>()

/** Each transaction that announces changes is checked before it commits; null allows all. */
export const runWithWriteCheck = <T>(check: WriteCheck | null, work: () => T): T => current.run(check, work)

export const getWriteCheck = (): WriteCheck | null => current.getStore() ?? null

/** Refuses what couldn't be committed already before it acts outside of the database. */
export const requireWriteAccess = (topic: ChangeTopic): void => getWriteCheck()?.(new Set([topic]))
