import { CircleCheck, FileOutput, PieChart, PiggyBank } from 'lucide-react'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { ListedEstimateWire } from '#shared/contract/estimates.ts'
import { canOfferConversion, estimateStatusLabels, mayAskDeposit, mayEmailEstimate } from '#shared/estimate-rules.ts'
import { commonActions, pickCommon } from '#web/documents/list/actions.ts'
import { type ActionName as ActionNameOf, defineDocument } from '#web/documents/list/document-kind.ts'

const isSent = ({ status }: ListedEstimateWire) => status === 'draft' || status === 'sent'

export const estimates = defineDocument<ListedEstimateWire>()('estimate', estimateEndpoints, {
  // A conversion creates an invoice, which counts toward the trial.
  alsoChanges: [apiPaths.invoices, apiPaths.reports, apiPaths.currentUser],
  statuses: estimateStatusLabels,
  alsoSearchIn: ({ customer }) => [customer.company],
  email: {
    may: mayEmailEstimate,
    toBody: ({ customer, estimateNumber }) => ({ customerEmail: customer.email, customerName: customer.name, estimateNumber }),
  },
  actions: [
    ...pickCommon('view', 'edit'),
    { name: 'convert', label: 'Convert to Invoice', icon: FileOutput, keys: ['c'], isAvailable: canOfferConversion },
    {
      name: 'progress',
      label: 'Invoice a Part…',
      icon: PieChart,
      keys: ['i'],
      // The list does not say whether all of it is invoiced.
      isAvailable: ({ status }) => status === 'accepted',
    },
    {
      name: 'deposit',
      label: 'Request a deposit…',
      icon: PiggyBank,
      keys: ['q'],
      isAvailable: (estimate) => mayAskDeposit(estimate) === true && estimate.total !== '0.00',
    },
    commonActions.download,
    { ...commonActions.email, isAvailable: isSent },
    { ...commonActions.later, isAvailable: isSent },
    { ...commonActions.link, isAvailable: ({ publicUrl }) => publicUrl !== null },
    { name: 'accept', label: 'Mark as Accepted', icon: CircleCheck, keys: ['a'], isAvailable: ({ status }) => status === 'sent' },
    ...pickCommon('duplicate', 'repeat', 'history', 'delete'),
  ],
})
export type ActionName = ActionNameOf<typeof estimates>
