import { Ellipsis } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'
import type { DocumentAction, Run } from './actions.ts'

type Props<Name extends string, Doc> = {
  actions: readonly DocumentAction<Name, Doc>[]
  doc: Doc
  number: string
  run: Run<Name, Doc>
  /** A long menu on a phone only fits beside its button. */
  side?: 'bottom' | 'left' | undefined
  without?: readonly Name[] | undefined
}

export const ActionMenu = <Name extends string, Doc>({ actions, doc, number, run, side, without = [] }: Props<Name, Doc>) => (
  <LazyMenu
    side={side}
    trigger={
      <Button
        variant="ghost"
        size="icon"
        className="pointer-fine:size-8 text-muted hover:text-ink"
        title="More actions"
        aria-label={`More actions: ${number}`}
      >
        <Ellipsis aria-hidden />
      </Button>
    }
  >
    {({ MenuItem, MenuSeparator }) =>
      actions
        .filter(({ name, isAvailable }) => !without.includes(name) && isAvailable(doc))
        .map(({ name, label, icon: Icon, hint, isDanger }) => (
          <div key={name} role="none">
            {isDanger && <MenuSeparator />}
            <MenuItem icon={<Icon aria-hidden />} hint={hint} danger={isDanger} onSelect={() => run(name, doc)}>
              {label}
            </MenuItem>
          </div>
        ))
    }
  </LazyMenu>
)
