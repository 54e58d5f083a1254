import type { Payload } from './payload.ts'
import type { Typeset } from './typesetter.ts'

/** What the server and its PDF process say to each other. */
export type Request = Payload
export type Reply = { say: 'ready' } | ({ say: 'done'; memoryBytes: number } & Typeset) | { say: 'failed'; message: string }
