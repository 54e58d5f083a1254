import { Ellipsis } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { MenuOnDemand } from '#web/ui/menu-on-demand.tsx'
import type { PaperAction, Run } from './actions.ts'

type Props<Name extends string, Paper> = {
  actions: readonly PaperAction<Name, Paper>[]
  paper: Paper
  /** The paper's number: it tells one menu from the next. */
  number: string
  run: Run<Name, Paper>
  /** Where the menu opens: on a phone a long one only fits beside its button. */
  side?: 'bottom' | 'left' | undefined
  without?: readonly Name[] | undefined
}

/** All that can be done with one paper right now, with the keys that do the same. */
export const ActionMenu = <Name extends string, Paper>({ actions, paper, number, run, side, without = [] }: Props<Name, Paper>) => (
  <MenuOnDemand
    side={side}
    trigger={
      <Button variant="ghost" size="icon" className="text-muted hover:text-ink" title="More actions" aria-label={`More actions: ${number}`}>
        <Ellipsis aria-hidden />
      </Button>
    }
  >
    {({ MenuItem, MenuSeparator }) =>
      actions
        .filter(({ name, offered }) => !without.includes(name) && offered(paper))
        .map(({ name, label, icon: Icon, hint, isDanger }) => (
          <div key={name} role="none">
            {isDanger && <MenuSeparator />}
            <MenuItem icon={<Icon aria-hidden />} hint={hint} danger={isDanger} onSelect={() => run(name, paper)}>
              {label}
            </MenuItem>
          </div>
        ))
    }
  </MenuOnDemand>
)
