import { CalendarX2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** An address may say anything: these days can't be reported on. */
export const InvalidRange = ({ showUsual }: { showUsual: () => void }) => (
  <Card role="alert">
    <EmptyState
      icon={<CalendarX2 aria-hidden />}
      title="The range ends before it starts"
      text="Choose a last day that is not before the first, by Custom Date Range above."
      action={
        <Button variant="secondary" onClick={showUsual}>
          Show the last 30 days
        </Button>
      }
    />
  </Card>
)
