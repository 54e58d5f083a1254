import { useCallback, useState } from 'react'
import { toast } from './toast.ts'

/** A failure shows a toast and is retried on the next call. @param load must be a stable function */
export const useOnDemand = <Part extends object>(load: () => Promise<Part>) => {
  const [part, setPart] = useState<Part>()
  const fetch = useCallback(async (): Promise<boolean> => {
    try {
      const loaded = await load()
      setPart(loaded)
      return true
    } catch {
      toast({
        title: 'Error',
        description: 'A part of the app could not be loaded. Check your connection and try again, or reload the page.',
        variant: 'destructive',
        action: { label: 'Reload', run: () => location.reload() },
      })
      return false
    }
  }, [load])
  return { part, fetch }
}
