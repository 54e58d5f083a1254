import { Download } from 'lucide-react'
import { FormError } from '#web/features/account/form/form-error.tsx'
import { Section } from '#web/features/account/form/section.tsx'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { Button } from '#web/ui/button.tsx'
import { ExportProgress } from './export-progress.tsx'
import { useExport } from './use-export.ts'

/** Everything in one archive, for oneself or for another program. */
export const ExportSection = () => {
  const { current, isOutOfSight, begin, isBeginning, error } = useExport()
  const isUnderWay = current?.state === 'waiting' || current?.state === 'running'
  return (
    <Section
      id="data"
      title="Your data"
      text="Everything that is kept here, in one ZIP archive: customers, items, expenses, invoices, estimates and payments as tables (CSV) and as JSON, each invoice and estimate as a PDF, your receipts and your logo. Passwords and keys of payment providers are not in it."
    >
      <div className="grid gap-4">
        <FormError failure={error && !isBeginning ? toFailure(error) : undefined} />
        {current && <ExportProgress of={current} isOutOfSight={isOutOfSight} again={begin} isBeginning={isBeginning} />}
        {!isUnderWay && current?.state !== 'failed' && (
          <div>
            <Button variant="secondary" pending={isBeginning} onClick={begin}>
              <Download aria-hidden /> Export all my data
            </Button>
          </div>
        )}
      </div>
    </Section>
  )
}
