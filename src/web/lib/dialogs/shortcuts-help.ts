import { createContext, useContext } from 'react'

/** Opens the overview of the keyboard shortcuts. The shell supplies it. */
export const ShortcutsHelpContext = createContext<() => void>(() => {})

export const useShortcutsHelp = (): (() => void) => useContext(ShortcutsHelpContext)
