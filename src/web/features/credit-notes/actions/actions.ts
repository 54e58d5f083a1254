import { Ban, Download, Eye, History, Link2, Mail, Undo2 } from 'lucide-react'
import { createContext, useContext } from 'react'
import type { ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import { mayRefundCredit } from '#shared/credit-note-rules.ts'
import type { DocumentAction, Run as RunOf } from '#web/documents/list/actions.ts'

export type ActionName = 'view' | 'download' | 'email' | 'link' | 'history' | 'refund' | 'void'

const always = () => true
/** A row from before an update may have no such field. */
export const isRefundable = (note: ListedCreditNoteWire): note is ListedCreditNoteWire & { creditLeft: string } =>
  mayRefundCredit(note) === true
const isIssued = ({ status }: ListedCreditNoteWire) => status === 'issued'

export const creditNoteActions: readonly DocumentAction<ActionName, ListedCreditNoteWire>[] = [
  { name: 'view', label: 'View PDF', icon: Eye, keys: ['v'], hint: 'V', isAvailable: always },
  { name: 'download', label: 'Download PDF', icon: Download, keys: ['p'], hint: 'P', isAvailable: always },
  // Without an email address the action stays visible and tells what is missing.
  { name: 'email', label: 'Send by Email', icon: Mail, keys: ['m'], hint: 'M', isAvailable: isIssued },
  { name: 'link', label: 'Copy Link', icon: Link2, keys: ['l'], hint: 'L', isAvailable: always },
  { name: 'history', label: 'History', icon: History, keys: [], hint: 'Enter', isAvailable: always },
  { name: 'refund', label: 'Refund…', icon: Undo2, keys: [], isAvailable: isRefundable },
  { name: 'void', label: 'Void…', icon: Ban, keys: ['Delete', 'Backspace'], hint: 'Del', isDanger: true, isAvailable: isIssued },
]

export type Run = RunOf<ActionName, ListedCreditNoteWire>

export const RunContext = createContext<Run>(() => {})
export const useRun = (): Run => useContext(RunContext)
