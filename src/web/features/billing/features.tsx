import { FeatureList } from '#web/plans/feature-list.tsx'
import { includedFeatures, premiumFeatures, trialFeature } from '#web/plans/plan-words.ts'
import { Card, CardTitle } from '#web/ui/card.tsx'

const invoices = (status: string): string[] => {
  if (status === 'active') return ['Invoices without a limit']
  return [status === 'canceled' ? 'The invoices that you made: to be read, paid and exported' : trialFeature]
}

/** What is there now, and what a plan adds. */
export const Features = ({ status }: { status: string }) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Card className="sm:p-6">
      <CardTitle className="mb-3">Current Features</CardTitle>
      <FeatureList label="Current features" features={[...invoices(status), ...includedFeatures]} />
    </Card>
    <Card className="sm:p-6">
      <CardTitle>Premium Features</CardTitle>
      <p className="mt-0.5 mb-3 text-muted text-sm">
        {status === 'active' ? 'All of them are in your plan.' : 'What you have with a plan.'}
      </p>
      <FeatureList label="Premium features" features={premiumFeatures} />
    </Card>
  </div>
)
