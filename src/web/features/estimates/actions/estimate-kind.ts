import { CircleCheck, Eye, FileOutput, Link2, PieChart, PiggyBank } from 'lucide-react'
import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { estimateSorts, ListedEstimateWire } from '#shared/contract/estimates.ts'
import { canOfferConversion, estimateStatusLabels, mayAskDeposit, mayEmailEstimate } from '#shared/estimate-rules.ts'
import { commonActions } from '#web/documents/list/actions.ts'
import { type ActionName as ActionNameOf, defineDocument } from '#web/documents/list/document-kind.ts'
import { getEndpointUrl } from '#web/lib/api/client.ts'

const isSent = ({ status }: ListedEstimateWire) => status === 'draft' || status === 'sent'

export const estimates = defineDocument<ListedEstimateWire, (typeof estimateSorts)[number]>()(estimateEndpoints, {
  noun: 'estimate',
  number: 'estimateNumber',
  end: { by: 'expiryDate', word: 'Expires' },
  all: 'All Statuses',
  statuses: estimateStatusLabels,
  searchIn: ({ customer }) => [customer.name, customer.company],
  email: {
    may: mayEmailEstimate,
    toBody: ({ customer, estimateNumber }) => ({ customerEmail: customer.email, customerName: customer.name, estimateNumber }),
  },
  actions: [
    {
      name: 'view',
      label: 'View PDF',
      icon: Eye,
      keys: ['v'],
      href: ({ id }) => getEndpointUrl(estimateEndpoints.pdf, { params: { id } }),
    },
    commonActions.edit,
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
      label: 'Ask for a Deposit…',
      icon: PiggyBank,
      keys: ['q'],
      isAvailable: (estimate) => mayAskDeposit(estimate) === true && estimate.total !== '0.00',
    },
    commonActions.download,
    { ...commonActions.email, isAvailable: isSent },
    { ...commonActions.later, isAvailable: isSent },
    { name: 'link', label: 'Copy Link', icon: Link2, keys: ['l'], isAvailable: ({ publicUrl }) => publicUrl !== null },
    { name: 'accept', label: 'Mark as Accepted', icon: CircleCheck, keys: ['a'], isAvailable: ({ status }) => status === 'sent' },
    commonActions.duplicate,
    commonActions.repeat,
    commonActions.history,
    commonActions.delete,
  ],
})
export type ActionName = ActionNameOf<typeof estimates>
