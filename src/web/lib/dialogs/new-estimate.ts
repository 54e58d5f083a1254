import { createContext, useContext } from 'react'

/** Initial values of a new estimate. */
export type EstimateStart = {
  customerId?: number | undefined
  /** Id of the estimate to duplicate: all but number, dates and status. */
  copyOf?: number | undefined
}
/** Resolves when the dialog is open, or when loading it failed and a toast said so. */
type Open = (start?: EstimateStart) => Promise<void>

/** Opens the Create New Estimate dialog. Provided by the shell, so that pages don't depend on the dialog's feature. */
export const NewEstimateContext = createContext<Open>(async () => {})

/** `const openNewEstimate = useNewEstimate()` */
export const useNewEstimate = (): Open => useContext(NewEstimateContext)
