import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import { IntegritySection } from './integrity-section.tsx'
import { JournalSection } from './journal-section.tsx'

/** The ledger as a whole: its integrity check and the journal export. */
export default function BooksPage() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <Link
        href="/reports"
        className="inline-flex min-h-6 items-center gap-1.5 justify-self-start text-muted pointer-coarse:-my-2.5 pointer-coarse:min-h-11 text-sm underline-offset-2 hover:text-ink hover:underline"
      >
        <ArrowLeft className="size-4" aria-hidden /> Reports
      </Link>
      <div className="grid grid-cols-1 items-start gap-4 sm:gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <IntegritySection />
        <JournalSection />
      </div>
    </div>
  )
}
