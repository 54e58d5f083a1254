import { type ComponentType, createContext, useCallback, useState } from 'react'
import { loadOnDemand } from '#web/lib/use-on-demand.ts'

type DialogProps = { open: boolean; onClose: () => void }
type Load<Props> = () => Promise<{ default: ComponentType<Props> }>
type Shown = { load: unknown; Dialog: ComponentType<DialogProps>; props: object; open: boolean; key: number }

/** Resolves when the dialog is open, or when loading it failed and a toast said so. @param load must be a stable function */
export type ShowDialog = <Props extends DialogProps>(load: Load<Props>, props: Omit<Props, keyof DialogProps>) => Promise<void>

/** Provided by the shell: a dialog that stays when the part of the page that opened it is gone. */
export const ShowDialogContext = createContext<ShowDialog>(async () => {})

let openings = 0

/** Render `dialogs` once; each opening mounts a new one. */
export const useLazyDialogs = () => {
  const [shown, setShown] = useState<readonly Shown[]>([])
  const show: ShowDialog = useCallback(async (load, props) => {
    const part = await loadOnDemand(load)
    if (!part) return
    const Dialog = part.default as ComponentType<never> as ComponentType<DialogProps>
    setShown((before) => [...before.filter((each) => each.load !== load), { load, Dialog, props, open: true, key: ++openings }])
  }, [])
  const close = (key: number) => setShown((before) => before.map((each) => (each.key === key ? { ...each, open: false } : each)))
  const dialogs = shown.map(({ Dialog, props, open, key }) => <Dialog key={key} {...props} open={open} onClose={() => close(key)} />)
  return { show, dialogs }
}

/** One of them. @param load must be a stable function */
export const useLazyDialog = <Props extends DialogProps>(load: Load<Props>) => {
  const { show: showAny, dialogs } = useLazyDialogs()
  const show = useCallback((props: Omit<Props, keyof DialogProps>) => showAny(load, props), [showAny, load])
  return { show, dialog: dialogs }
}
