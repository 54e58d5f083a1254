import { useCallback, useState } from 'react'
import { toast } from './toast.ts'

/** Undefined after a failure, which a toast tells; the next call tries again. */
export const loadOnDemand = <Part>(load: () => Promise<Part>): Promise<Part | undefined> =>
  load().catch(() => {
    toast({
      title: 'Error',
      description: 'A part of the app could not be loaded. Check your connection and try again, or reload the page.',
      variant: 'destructive',
      action: { label: 'Reload', run: () => location.reload() },
    })
    return undefined
  })

/** @param load must be a stable function */
export const useOnDemand = <Part extends object>(load: () => Promise<Part>) => {
  const [part, setPart] = useState<Part>()
  const fetch = useCallback(async (): Promise<boolean> => {
    const loaded = await loadOnDemand(load)
    if (loaded) setPart(loaded)
    return loaded !== undefined
  }, [load])
  return { part, fetch }
}
