import { z } from 'zod'
import { journalFormats } from '#shared/books.ts'
import { findFile, get } from '#shared/endpoint.ts'
import { bases } from '#shared/reports.ts'
import { booksEndpoints } from './endpoints/books.ts'
import { dayInput } from './fields.ts'

/** Format, basis and date range of the journal; without dates, everything. */
export const journalQuery = z
  .strictObject({
    format: z.enum(journalFormats, `format must be one of ${journalFormats.join(', ')}`),
    basis: z.enum(bases, `basis must be one of ${bases.join(', ')}`).optional(),
    from: dayInput('From').optional(),
    to: dayInput('To').optional(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    message: 'The end date is before the start date',
    path: ['to'],
  })

/** A finding of the integrity check, with the row that it concerns. */
export const healthFinding = z.object({
  /** Name of the check. */
  check: z.string(),
  /** Description of the row: 'Invoice INV-0007, line 2'. */
  row: z.string(),
  /** The problem, with the stored and the computed figure. */
  problem: z.string(),
  /** Path of the record's page; null when it has none. */
  path: z.string().nullable(),
})

export const booksHealth = z.object({
  /** The checks by group, each with the number of checked rows or figures and of wrong ones. */
  checks: z.array(z.object({ group: z.string(), name: z.string(), looked: z.int(), wrong: z.int() })),
  findings: z.array(healthFinding),
  /** Whether there are more findings than listed. */
  isCut: z.boolean(),
})
export type BooksHealthWire = z.input<typeof booksHealth>

export const booksApi = {
  journal: findFile(booksEndpoints.journal, journalQuery),
  /** Recomputes every total, balance and report figure and lists the differences. */
  health: get(booksEndpoints.health, booksHealth),
}
