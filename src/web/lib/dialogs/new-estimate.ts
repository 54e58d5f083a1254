import { createContext, useContext } from 'react'

/** What a new estimate begins with. */
export type EstimateStart = {
  customerId?: number | undefined
  /** The estimate that it repeats: all but number, dates and status. */
  copyOf?: number | undefined
}
/** Settles when the dialog is there, or when its file could not be had, which is told. */
type Open = (start?: EstimateStart) => Promise<void>

/** Opens the Create New Estimate dialog. The shell supplies it, so that no page needs to know where the dialog comes from. */
export const NewEstimateContext = createContext<Open>(async () => {})

/** `const openNewEstimate = useNewEstimate()` */
export const useNewEstimate = (): Open => useContext(NewEstimateContext)
