import {
  CalendarClock,
  CircleCheck,
  Copy,
  Download,
  Eye,
  FileOutput,
  History,
  Link2,
  Mail,
  Pencil,
  PieChart,
  PiggyBank,
  Repeat,
  Trash2,
} from 'lucide-react'
import { createContext, useContext } from 'react'
import type { ListedEstimateWire } from '#shared/contract/estimates.ts'
import { canOfferConversion, mayAskDeposit } from '#shared/estimate-rules.ts'
import type { DocumentAction, Run as RunOf } from '#web/documents/list/actions.ts'

export type ActionName =
  | 'view'
  | 'edit'
  | 'convert'
  | 'progress'
  | 'deposit'
  | 'download'
  | 'email'
  | 'later'
  | 'link'
  | 'accept'
  | 'duplicate'
  | 'repeat'
  | 'history'
  | 'delete'

const always = () => true
/** The list does not say whether all of it is invoiced. */
const isAccepted = ({ status }: ListedEstimateWire) => status === 'accepted'
const canAskDeposit = (estimate: ListedEstimateWire) => mayAskDeposit(estimate) === true && estimate.total !== '0.00'
const isSent = ({ status }: ListedEstimateWire) => status === 'draft' || status === 'sent'

export const estimateActions: readonly DocumentAction<ActionName, ListedEstimateWire>[] = [
  { name: 'view', label: 'View PDF', icon: Eye, keys: ['v'], hint: 'V', isAvailable: always },
  { name: 'edit', label: 'Edit', icon: Pencil, keys: ['e'], hint: 'E', isAvailable: always },
  { name: 'convert', label: 'Convert to Invoice', icon: FileOutput, keys: ['c'], hint: 'C', isAvailable: canOfferConversion },
  { name: 'progress', label: 'Invoice a Part…', icon: PieChart, keys: ['i'], hint: 'I', isAvailable: isAccepted },
  { name: 'deposit', label: 'Ask for a Deposit…', icon: PiggyBank, keys: ['q'], hint: 'Q', isAvailable: canAskDeposit },
  { name: 'download', label: 'Download PDF', icon: Download, keys: ['p'], hint: 'P', isAvailable: always },
  // Without an email address the action stays visible and tells what is missing.
  { name: 'email', label: 'Send by Email', icon: Mail, keys: ['m'], hint: 'M', isAvailable: isSent },
  { name: 'later', label: 'Send Later', icon: CalendarClock, keys: [], isAvailable: isSent },
  { name: 'link', label: 'Copy Link', icon: Link2, keys: ['l'], hint: 'L', isAvailable: ({ publicUrl }) => publicUrl !== null },
  { name: 'accept', label: 'Mark as Accepted', icon: CircleCheck, keys: ['a'], hint: 'A', isAvailable: ({ status }) => status === 'sent' },
  { name: 'duplicate', label: 'Duplicate', icon: Copy, keys: ['d'], hint: 'D', isAvailable: always },
  { name: 'repeat', label: 'Repeat…', icon: Repeat, keys: [], isAvailable: always },
  { name: 'history', label: 'History', icon: History, keys: [], hint: 'Enter', isAvailable: always },
  { name: 'delete', label: 'Delete', icon: Trash2, keys: ['Delete', 'Backspace'], hint: 'Del', isDanger: true, isAvailable: always },
]

export type Run = RunOf<ActionName, ListedEstimateWire>

export const RunContext = createContext<Run>(() => {})
export const useRun = (): Run => useContext(RunContext)
