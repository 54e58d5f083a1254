import { CircleCheck, Copy, Download, Eye, FileOutput, History, Link2, Mail, Pencil, Trash2 } from 'lucide-react'
import { createContext, useContext } from 'react'
import type { EstimateWire } from '#shared/api/estimates.ts'
import { offersConversion } from '#shared/estimate-rules.ts'
import type { PaperAction, Run as RunOf } from '#web/paper/actions.ts'

export type ActionName = 'view' | 'edit' | 'convert' | 'download' | 'email' | 'link' | 'accept' | 'duplicate' | 'history' | 'delete'

const always = () => true
const isOut = ({ status }: EstimateWire) => status === 'draft' || status === 'sent'

/** All that can be done with one estimate, in the menu's order. */
export const estimateActions: readonly PaperAction<ActionName, EstimateWire>[] = [
  { name: 'view', label: 'View PDF', icon: Eye, keys: ['v'], hint: 'V', offered: always },
  { name: 'edit', label: 'Edit', icon: Pencil, keys: ['e'], hint: 'E', offered: always },
  { name: 'convert', label: 'Convert to Invoice', icon: FileOutput, keys: ['c'], hint: 'C', offered: offersConversion },
  { name: 'download', label: 'Download PDF', icon: Download, keys: ['p'], hint: 'P', offered: always },
  // Without an address it stays in sight, and says what is missing.
  { name: 'email', label: 'Send by Email', icon: Mail, keys: ['m'], hint: 'M', offered: isOut },
  { name: 'link', label: 'Copy Link', icon: Link2, keys: ['l'], hint: 'L', offered: ({ publicUrl }) => publicUrl !== null },
  { name: 'accept', label: 'Mark as Accepted', icon: CircleCheck, keys: ['a'], hint: 'A', offered: ({ status }) => status === 'sent' },
  { name: 'duplicate', label: 'Duplicate', icon: Copy, keys: ['d'], hint: 'D', offered: always },
  { name: 'history', label: 'History', icon: History, keys: [], hint: 'Enter', offered: always },
  { name: 'delete', label: 'Delete', icon: Trash2, keys: ['Delete', 'Backspace'], hint: 'Del', isDanger: true, offered: always },
]

export type Run = RunOf<ActionName, EstimateWire>

/** Does one of the actions. The page supplies it. */
export const RunContext = createContext<Run>(() => {})
export const useRun = (): Run => useContext(RunContext)
