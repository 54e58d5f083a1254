import { Button, ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { DocumentAction, Run } from './actions.ts'

type Props<Name extends string, Doc> = {
  actions: readonly DocumentAction<Name, Doc>[]
  doc: Doc
  number: string
  icons: readonly Name[]
  links?: Partial<Record<Name, string>> | undefined
  busy: Name | undefined
  run: Run<Name, Doc>
  iconClassName?: string | undefined
}

export const showsIcons = 'group/row'
/** They keep their place while they are hidden. On touch screens there are none: the menu has all actions. */
const onHover =
  'size-8 opacity-0 transition-opacity duration-120 group-hover/row:opacity-100 group-has-focus-visible/row:opacity-100 aria-busy:opacity-100 pointer-coarse:hidden'

/** An unavailable action leaves an empty slot, so that the icons stay aligned in columns. */
export const ActionIcons = <Name extends string, Doc>(props: Props<Name, Doc>) => {
  const { actions, doc, number, icons, links = {} as Partial<Record<Name, string>>, busy, run, iconClassName } = props
  return actions
    .filter(({ name }) => icons.includes(name))
    .map(({ name, label, icon: Icon, isAvailable, isDanger }) => {
      if (!isAvailable(doc)) return <span key={name} className={cx('size-8 shrink-0 pointer-coarse:hidden', iconClassName)} />
      const shared = {
        variant: 'ghost',
        size: 'icon',
        title: label,
        'aria-label': `${label}: ${number}`,
        className: cx(onHover, 'text-muted', isDanger ? 'hover:text-danger' : 'hover:text-ink', iconClassName),
      } as const
      return links[name] ? (
        <ButtonLink key={name} {...shared} href={links[name]} target="_blank" rel="noopener">
          <Icon aria-hidden />
        </ButtonLink>
      ) : (
        <Button key={name} {...shared} pending={busy === name} onClick={() => run(name, doc)}>
          {busy !== name && <Icon aria-hidden />}
        </Button>
      )
    })
}
