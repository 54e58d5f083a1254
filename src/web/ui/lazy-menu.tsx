import { type ComponentProps, cloneElement, type ReactElement, type ReactNode } from 'react'
import { useOnDemand } from '#web/lib/use-on-demand.ts'

const loadMenu = () => import('./menu.tsx')
const lookAhead = () => void loadMenu().catch(() => {})

type Props = {
  side?: 'bottom' | 'left' | undefined
  /** The button that opens the menu, with a name of its own. */
  trigger: ReactElement<ComponentProps<'button'>>
  /** The entries, made of the kit's parts. */
  children: (kit: Awaited<ReturnType<typeof loadMenu>>) => ReactNode
}

/** A menu that most visits never open: its button is there at once, the menu's code comes when somebody reaches for it. */
export const LazyMenu = ({ trigger, side, children }: Props) => {
  const { part: kit, fetch } = useOnDemand(loadMenu)
  if (kit)
    return (
      <kit.Menu trigger={trigger} side={side} defaultOpen>
        {children(kit)}
      </kit.Menu>
    )
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: lookAhead,
    onFocus: lookAhead,
    onClick: () => void fetch(),
    onKeyDown: (event) => event.key === 'ArrowDown' && void fetch(),
  })
}
