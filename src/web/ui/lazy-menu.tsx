import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, useState } from 'react'
import { useOnDemand } from '#web/lib/use-on-demand.ts'

const loadMenu = () => import('./menu.tsx')
const preload = () => void loadMenu().catch(() => {})

type Props = {
  side?: 'bottom' | 'left' | undefined
  /** It needs an accessible name. */
  trigger: ReactElement<ComponentProps<'button'>>
  children: (menu: Awaited<ReturnType<typeof loadMenu>>) => ReactNode
}

export const LazyMenu = ({ trigger, side, children }: Props) => {
  const { part: menu, fetch } = useOnDemand(loadMenu)
  const [isByKey, setByKey] = useState(false)
  const open = (byKey: boolean) => {
    setByKey(byKey)
    void fetch()
  }
  if (menu)
    return (
      <menu.Menu trigger={trigger} side={side} defaultOpen startsAtFirst={isByKey}>
        {children(menu)}
      </menu.Menu>
    )
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    // A key presses a button without a pointer's count of clicks.
    onClick: (event) => open(event.detail === 0),
    onKeyDown: (event) => event.key === 'ArrowDown' && open(true),
  })
}
