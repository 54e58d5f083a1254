import { Ellipsis } from 'lucide-react'
import { Fragment, useContext } from 'react'
import type { EntityRow } from '#web/entity/entity.ts'
import type { Column } from '#web/kit/list/record-rows.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'
import { BusyContext, type DocumentAction, groupActions, listAvailable, useRun } from './actions.ts'
import type { DocumentKind } from './document-kind.ts'

type Of<Name extends string, Doc extends EntityRow> = { kind: DocumentKind<Name, Doc>; doc: Doc }

type Props<Name extends string, Doc extends EntityRow> = Of<Name, Doc> & {
  /** Those beside the menu, while the pointer or the focus is on the row. On touch screens there are none: the menu has all actions. */
  icons: readonly Name[]
  iconsClassName?: string
}

export const RowActions = <Name extends string, Doc extends EntityRow>({ kind, doc, icons, iconsClassName }: Props<Name, Doc>) => (
  <div className="flex justify-end">
    {icons.length > 0 && (
      <span
        className={cx(
          'flex items-center opacity-0 transition-opacity duration-120 group-hover/row:opacity-100 group-has-focus-visible/row:opacity-100 has-aria-busy:opacity-100 pointer-coarse:hidden',
          iconsClassName,
        )}
      >
        {kind.actions
          .filter(({ name }) => icons.includes(name))
          .map((action) =>
            action.isAvailable(doc) ? (
              <ActionIcon key={action.name} {...{ kind, doc, action }} />
            ) : (
              // An empty slot, so that the icons of all rows stand below each other.
              <span key={action.name} className="size-8 shrink-0" />
            ),
          )}
      </span>
    )}
    {/* A long menu on a phone only fits beside its button. */}
    <ActionMenu {...{ kind, doc }} side="left" />
  </div>
)

/** @param size its width with all icons */
export const actionsColumn = <Name extends string, Doc extends EntityRow>(
  kind: DocumentKind<Name, Doc>,
  icons: readonly Name[],
  size = '',
): Column<Doc> => ({
  head: 'Actions',
  inLine: 'menu',
  size: `w-13 pointer-coarse:w-15 ${size}`,
  cell: (doc) => <RowActions {...{ kind, doc, icons }} iconsClassName="@max-4xl:hidden" />,
})

type IconProps<Name extends string, Doc extends EntityRow> = Of<Name, Doc> & { action: DocumentAction<Name, Doc> }

const ActionIcon = <Name extends string, Doc extends EntityRow>({ kind, doc, action }: IconProps<Name, Doc>) => {
  const run = useRun(kind)
  const busy = useContext(BusyContext)
  const { name, label, icon: Icon, isDanger, href } = action
  const isBusy = busy?.id === doc.id && busy.name === name
  const shared = {
    variant: 'ghost',
    size: 'icon',
    title: label,
    'aria-label': `${label}: ${kind.getNumber(doc)}`,
    className: cx('size-8 text-muted', isDanger ? 'hover:text-danger' : 'hover:text-ink'),
  } as const
  return href ? (
    <ButtonLink {...shared} href={href(doc)} target="_blank" rel="noopener">
      <Icon aria-hidden />
    </ButtonLink>
  ) : (
    <Button {...shared} pending={isBusy} onClick={() => run(name, doc)}>
      {!isBusy && <Icon aria-hidden />}
    </Button>
  )
}

type MenuProps<Name extends string, Doc extends EntityRow> = Of<Name, Doc> & {
  number?: string
  side?: 'left'
  /** What has a button beside it. */
  without?: readonly Name[]
}

export const ActionMenu = <Name extends string, Doc extends EntityRow>(props: MenuProps<Name, Doc>) => {
  const { kind, doc, number = kind.getNumber(doc), side, without } = props
  const run = useRun(kind)
  return (
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
        groupActions(kind, doc, without).map((group, i) => (
          <Fragment key={group[0]!.name}>
            {i > 0 && <MenuSeparator />}
            {group.map(({ name, label, icon: Icon, hint, isDanger }) => (
              <MenuItem key={name} icon={<Icon aria-hidden />} hint={hint} danger={isDanger} onSelect={() => run(name, doc)}>
                {label}
              </MenuItem>
            ))}
          </Fragment>
        ))
      }
    </LazyMenu>
  )
}

type ButtonProps<Name extends string, Doc extends EntityRow> = Of<Name, Doc> & {
  name: Name
  label?: string
  variant?: 'primary' | 'secondary' | 'ghost'
}

/** In the panel; none while it is unavailable. One that opens a PDF is an icon. */
export const ActionButton = <Name extends string, Doc extends EntityRow>(props: ButtonProps<Name, Doc>) => {
  const { kind, doc, name, variant = 'secondary' } = props
  const run = useRun(kind)
  const [action] = listAvailable(kind, [name], doc)
  if (!action) return null
  const { icon: Icon, href } = action
  if (!href)
    return (
      <Button variant={variant} size="sm" className={variant === 'ghost' ? 'text-muted' : ''} onClick={() => run(name, doc)}>
        <Icon aria-hidden /> {props.label ?? action.label}
      </Button>
    )
  return (
    <ButtonLink
      variant={variant}
      size="sm"
      href={href(doc)}
      target="_blank"
      rel="noopener"
      title={action.label}
      aria-label={`View the PDF of ${kind.getNumber(doc)}`}
    >
      <Icon aria-hidden />
    </ButtonLink>
  )
}
