import { compareJournalWithRecords } from '#server/domain/ledger/integrity/journal-checks.ts'
import type { Database } from '#server/platform/db/client.ts'

/** Statements of tests that write what entries are derived from, behind the back of the app. */
const plants =
  /\b(insert\s+into|update|delete\s+from)\s+(documents|document_taxes|payments|movements|late_fees|expenses|manual_entries|journal_entries|journal_lines|books)\b/i

/**
 * Checks, when a test app closes, that all that the app wrote is in the journal: so no change can forget to post. A test that writes such rows itself ends
 * the check.
 */
export const createLedgerGuard = (database: Database, listUsers: () => Promise<number[]>) => {
  let isPlanted = false
  return {
    see: (text: string): void => {
      if (plants.test(text)) isPlanted = true
    },
    /** @throws Error with the first records whose entries are wrong or missing */
    check: async (): Promise<void> => {
      if (isPlanted) return
      for (const userId of await listUsers()) {
        const { findings } = await database.atOneMoment(userId, (db) => compareJournalWithRecords(db, 3))
        if (findings.length > 0) throw new Error(`The journal of user ${userId} is wrong: ${JSON.stringify(findings)}`)
      }
    },
  }
}
