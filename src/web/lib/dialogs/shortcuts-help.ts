import { createContext, useContext } from 'react'

/** Opens the overview of the keyboard shortcuts. Provided by the shell. */
export const ShortcutsHelpContext = createContext<() => void>(() => {})

export const useShortcutsHelp = (): (() => void) => useContext(ShortcutsHelpContext)
