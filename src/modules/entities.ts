import { customerEntity } from './customers/server.ts'
import { expenseEntity } from './expenses/server.ts'
import { itemEntity } from './items/server.ts'

/**
 * The simple records, with their tables. A new one is registered here, which adds it to search results, integrity checks, the storage quota, the deletion of
 * accounts, imports, archives and the API documentation.
 */
export const entities = [customerEntity, itemEntity, expenseEntity] as const
export type Entity = (typeof entities)[number]
