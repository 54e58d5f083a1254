import { createContext, useContext } from 'react'

export type EstimateStart = {
  customerId?: number | undefined
  /** All but number, dates and status. */
  copyOf?: number | undefined
}
type Open = (start?: EstimateStart) => Promise<void>

/** Provided by the shell, so that pages don't depend on the dialog's feature. */
export const NewEstimateContext = createContext<Open>(async () => {})

export const useNewEstimate = (): Open => useContext(NewEstimateContext)
