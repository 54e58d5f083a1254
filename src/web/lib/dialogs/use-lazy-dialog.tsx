import { type ComponentType, useCallback, useState } from 'react'
import { useOnDemand } from '#web/lib/use-on-demand.ts'

type DialogProps = { open: boolean; onClose: () => void }

/** Render `dialog` once; each opening mounts a new one. @param load must be a stable function */
export const useLazyDialog = <Props extends DialogProps>(load: () => Promise<{ default: ComponentType<Props> }>) => {
  const { part, fetch } = useOnDemand(load)
  const [shown, setShown] = useState<{ props: Omit<Props, keyof DialogProps>; open: boolean; count: number }>()
  const show = useCallback(
    async (props: Omit<Props, keyof DialogProps>) => {
      if (await fetch()) setShown((previous) => ({ props, open: true, count: (previous?.count ?? 0) + 1 }))
    },
    [fetch],
  )
  const close = useCallback(() => setShown((previous) => previous && { ...previous, open: false }), [])
  const Dialog = part?.default as ComponentType<DialogProps> | undefined
  const dialog = Dialog && shown ? <Dialog key={shown.count} {...shown.props} open={shown.open} onClose={close} /> : null
  return { show, dialog }
}
