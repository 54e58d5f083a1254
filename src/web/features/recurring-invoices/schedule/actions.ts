import { CirclePause, CirclePlay, FilePlus2, History, Pencil, SkipForward, Trash2 } from 'lucide-react'
import { createContext, useContext } from 'react'
import type { DocumentAction, Run as RunOf } from '#web/documents/list/actions.ts'
import type { Schedule } from './schedules.ts'

export type ActionName = 'edit' | 'resume' | 'pause' | 'skip' | 'create' | 'history' | 'delete'

const always = () => true
const isOpen = ({ status }: Schedule) => status !== 'ended'

export const scheduleActions: readonly DocumentAction<ActionName, Schedule>[] = [
  { name: 'edit', label: 'Edit', icon: Pencil, keys: ['e'], hint: 'E', isAvailable: always },
  { name: 'resume', label: 'Resume', icon: CirclePlay, keys: ['r'], hint: 'R', isAvailable: ({ status }) => status === 'paused' },
  { name: 'pause', label: 'Pause', icon: CirclePause, keys: ['p'], hint: 'P', isAvailable: ({ status }) => status === 'active' },
  { name: 'skip', label: 'Skip Next', icon: SkipForward, keys: ['s'], hint: 'S', isAvailable: isOpen },
  { name: 'create', label: 'Create Next Now', icon: FilePlus2, keys: ['c'], hint: 'C', isAvailable: isOpen },
  { name: 'history', label: 'View Runs', icon: History, keys: [], hint: 'Enter', isAvailable: always },
  { name: 'delete', label: 'Delete', icon: Trash2, keys: ['Delete', 'Backspace'], hint: 'Del', isDanger: true, isAvailable: always },
]

export type Run = RunOf<ActionName, Schedule>

export const RunContext = createContext<Run>(() => {})
export const useRun = (): Run => useContext(RunContext)
