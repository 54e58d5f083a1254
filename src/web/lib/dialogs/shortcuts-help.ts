import { createContext, useContext } from 'react'

export const ShortcutsHelpContext = createContext<() => void>(() => {})

export const useShortcutsHelp = (): (() => void) => useContext(ShortcutsHelpContext)
