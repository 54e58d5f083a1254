import { z } from 'zod'
import { findFile, get } from '#shared/endpoint.ts'
import { bases } from '#shared/reports.ts'
import { booksEndpoints } from './endpoints/books.ts'
import { dayInput } from './fields.ts'

/** The journal: everything, or what is dated from one day to another. */
export const journalQuery = z
  .strictObject({
    format: z.enum(['hledger', 'csv'], 'format must be hledger or csv'),
    basis: z.enum(bases, `basis must be one of ${bases.join(', ')}`).optional(),
    from: dayInput('From').optional(),
    to: dayInput('To').optional(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    message: 'The range ends before it starts: choose a last day that is not before the first',
    path: ['to'],
  })

/** Something that doesn't add up, named by the row that it is in. */
export const healthFinding = z.object({
  /** Which check found it. */
  check: z.string(),
  /** The row in words: 'Invoice INV-0007, line 2'. */
  row: z.string(),
  /** What is wrong, with both figures. */
  problem: z.string(),
  /** Where the record can be looked at; null where it has no page. */
  path: z.string().nullable(),
})

export const booksHealth = z.object({
  /** What was looked at, in groups, each with how many rows or figures, and how many of them are wrong. */
  checks: z.array(z.object({ group: z.string(), name: z.string(), looked: z.int(), wrong: z.int() })),
  findings: z.array(healthFinding),
  /** There are more findings than these. */
  isCut: z.boolean(),
})
export type BooksHealthWire = z.input<typeof booksHealth>

export const booksApi = {
  journal: findFile(booksEndpoints.journal, journalQuery),
  /** Derives every total, balance and report figure anew, and names what disagrees. */
  health: get(booksEndpoints.health, booksHealth),
}
